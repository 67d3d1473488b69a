import { createLog } from '@mailroom/observability';
import { loadConfig } from './config.js';
import { explainStartFailure } from './start-failure.js';
import { startStandalone, type Standalone } from './standalone.js';

let stopping = false;
let running: Standalone | undefined;

/** The first signal stops cleanly, the second at once. */
function onSignal(signal: NodeJS.Signals): void {
  if (stopping) process.exit(130);
  stopping = true;
  process.stdout.write(`\n${signal}: finishing what is under way …\n`);
  if (running) void stop(running);
}

async function stop(standalone: Standalone): Promise<void> {
  await standalone.close();
  process.stdout.write('Stopped.\n');
  process.exit(0);
}

function announce({ baseUrl, http, smtp, managerTokenFile }: Standalone, domain: string): void {
  const host = (address: string) => (address.includes(':') ? `[${address}]` : address);
  process.stdout.write(`
Mailroom is ready.

  API            ${baseUrl}/api/agent/v1   (listening on ${host(http.address)}:${http.port})
  SMTP           ${host(smtp.address)}:${smtp.port}, for mail to *@${domain}
  Manager token  ${managerTokenFile}

Try it: make a mailbox for an agent.

  curl -s ${baseUrl}/api/agent/v1/mailboxes \\
    -H "Authorization: Bearer $(cat ${managerTokenFile})" \\
    -H 'Content-Type: application/json' -d '{"email":"agent@${domain}"}'

`);
}

// Who reads along may go first: that is no reason not to stop cleanly.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

try {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel, 'standalone');
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody handled a failure'));
  running = await startStandalone(config, log);
  if (stopping) await stop(running);
  else announce(running, config.mailDomains[0] ?? '');
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
