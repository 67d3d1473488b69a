import { saveMemoryWhenIdle, openLog, runProcess, WatchedEnvironment, type Running } from '@mailroom/runtime';
import { loadConfig } from './config.js';
import { explainStartFailure } from './start-failure.js';
import { startStandalone, type Standalone } from './standalone.js';

async function start(signal: AbortSignal): Promise<Running> {
  const watched = new WatchedEnvironment(process.env);
  const config = loadConfig(watched.env);
  for (const warning of watched.warnings()) process.stderr.write(`${warning}\n`);
  const standalone = await startStandalone(config, openLog(config.logLevel, 'standalone'), signal);
  saveMemoryWhenIdle();
  if (!signal.aborted) announce(standalone, config.mailDomains[0] ?? '');
  return {
    close: async () => {
      await standalone.close();
      process.stdout.write('Stopped.\n');
    },
    // Postgres has a session of its own, and would outlive us.
    abandon: () => standalone.postgres?.abandon(),
  };
}

function announce(
  { baseUrl, http, smtp, managerTokenFile, operatorTokenFile, postgres }: Standalone,
  domain: string,
): void {
  const host = (address: string) => (address.includes(':') ? `[${address}]` : address);
  process.stdout.write(`
Mailroom is ready.

  API            ${baseUrl}/api/agent/v1   (listening on ${host(http.address)}:${http.port})
  Documentation  ${baseUrl}/docs
  MCP            ${baseUrl}/mcp   (a client needs no more than this: it is led to sign in)
  SMTP           ${host(smtp.address)}:${smtp.port}, for mail to *@${domain}
  Manager token  ${managerTokenFile}
  Operator token ${operatorTokenFile}
${postgres?.isElsewhere ? `  Database       ${postgres.clusterDirectory}, which a copy of the data directory lacks\n` : ''}
Try it: create a mailbox for an agent; each run makes another.

  curl -sS -w '\\n' ${baseUrl}/api/agent/v1/mailboxes \\
    -H "Authorization: Bearer $(cat ${shellWord(managerTokenFile)})" \\
    -H 'Content-Type: application/json' -d '{"email":"agent-'$(date +%s)'@${domain}"}'

`);
}

/** A path as one word of a shell's command. */
function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

await runProcess({
  start,
  explain: (error) => explainStartFailure(error, process.env),
  onStop: (signal) => process.stdout.write(`\n${signal}: finishing what is under way …\n`),
});
