import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@mailroom/observability';
import { loadConfig } from '../config.js';
import { explainStartFailure } from '../start-failure.js';
import { startStandalone, type Standalone } from '../standalone.js';
import { DemoApi, DemoSmtp } from './demo-wire.js';
import { say } from './say.js';

const message = [
  'From: Ada Lovelace <ada@example.org>',
  'To: support@mailroom.test',
  'Subject: Which gear comes first?',
  'Message-ID: <gear-1@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Dear agent, which gear of the engine do I turn first?',
];

async function show(standalone: Standalone): Promise<void> {
  const managerToken = (await readFile(standalone.managerTokenFile, 'utf8')).trim();
  const manager = new DemoApi(standalone.baseUrl, managerToken);

  say('1. A mailbox for our agents, and its token');
  const created = await manager.call('POST', '/mailboxes', { email: 'support@mailroom.test' });
  const agents = new DemoApi(standalone.baseUrl, created.data.token.token);

  say('2. A mail comes in by SMTP');
  const smtp = await DemoSmtp.connect(standalone.smtp.port);
  for (const line of ['EHLO demo.example', 'MAIL FROM:<ada@example.org>', 'RCPT TO:<support@mailroom.test>', 'DATA']) {
    await smtp.command(line);
  }
  await smtp.command([...message, '.'].join('\r\n'));
  await smtp.command('QUIT');

  say('3. Two agents race for it: exactly one gets the task');
  const waiting = async () => (await agents.quietly('GET', '/tasks')).data.items.length > 0;
  while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
  const claims = await Promise.all(
    ['agent-one', 'agent-two'].map((owner) => agents.call('POST', '/tasks/claim-next', { owner })),
  );
  const claimed = claims.find(({ data }) => data !== null)?.data;

  say(`4. The winner, ${claimed.task.leaseOwner}, answers, and the task is handled in the same commit`);
  const reply = await agents.call('POST', '/reply', {
    emailId: claimed.id,
    text: 'Dear Ada, the smallest one.',
    idempotencyKey: 'demo-1',
    completeTask: true,
    leaseToken: claimed.task.leaseToken,
  });

  say('5. The answer goes out (captured here: nothing leaves this machine)');
  const sent = async () =>
    (await agents.quietly('GET', `/emails/${reply.data.id}?view=summary`)).data.status === 'sent';
  while (!(await sent())) await new Promise((resolve) => setTimeout(resolve, 20));
  await agents.call('GET', `/emails/${reply.data.id}?view=summary`);
  await agents.call('GET', '/tasks/stats');
  say('That is Mailroom: mail in, one agent, one answer. Now: npm start');
}

const dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-demo-'));
// If this is root, Postgres runs as another user.
await chmod(dataDirectory, 0o755);
let standalone: Standalone | undefined;
try {
  const config = loadConfig({
    MAILROOM_DATA_DIR: dataDirectory,
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_PORT: '0',
    LOG_LEVEL: 'error',
  });
  standalone = await startStandalone(config, createLog(config.logLevel));
  await show(standalone);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error, {})}\n`);
  process.exitCode = 1;
} finally {
  await standalone?.close();
  await rm(dataDirectory, { recursive: true, force: true });
}
process.exit();
