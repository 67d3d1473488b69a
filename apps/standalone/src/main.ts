import { createLog } from '@mailroom/observability';
import { listenForStop, WatchedEnvironment } from '@mailroom/runtime';
import { loadConfig } from './config.js';
import { explainStartFailure } from './start-failure.js';
import { startStandalone, type Standalone } from './standalone.js';

let stopping = false;
let running: Standalone | undefined;

function onStop(signal: NodeJS.Signals): void {
  stopping = true;
  process.stdout.write(`\n${signal}: finishing what is under way …\n`);
  if (running) void stop(running);
}

/** Postgres has a session of its own, and would outlive us. */
function onImpatience(): void {
  running?.postgres?.abandon();
  process.exit(130);
}

async function stop(standalone: Standalone): Promise<void> {
  await standalone.close();
  process.stdout.write('Stopped.\n');
  process.exit(0);
}

function announce({ baseUrl, http, smtp, managerTokenFile, postgres }: Standalone, domain: string): void {
  const host = (address: string) => (address.includes(':') ? `[${address}]` : address);
  process.stdout.write(`
Mailroom is ready.

  API            ${baseUrl}/api/agent/v1   (listening on ${host(http.address)}:${http.port})
  Documentation  ${baseUrl}/docs
  SMTP           ${host(smtp.address)}:${smtp.port}, for mail to *@${domain}
  Manager token  ${managerTokenFile}
${postgres?.isElsewhere ? `  Database       ${postgres.clusterDirectory}, which a copy of the data directory lacks\n` : ''}
Try it: create a mailbox for an agent.

  curl -s ${baseUrl}/api/agent/v1/mailboxes \\
    -H "Authorization: Bearer $(cat ${managerTokenFile})" \\
    -H 'Content-Type: application/json' -d '{"email":"agent@${domain}"}'

`);
}

// A reader of our output may end before us; we still stop cleanly.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
listenForStop(process, { onStop, onImpatience });

try {
  const watched = new WatchedEnvironment(process.env);
  const config = loadConfig(watched.env);
  for (const warning of watched.warnings()) process.stderr.write(`${warning}\n`);
  const log = createLog(config.logLevel, 'standalone');
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled failure'));
  running = await startStandalone(config, log);
  if (stopping) await stop(running);
  else announce(running, config.mailDomains[0] ?? '');
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
