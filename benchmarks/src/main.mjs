// Interleaved rounds of the system and its references on this machine; ratios go to benchmarks/RESULTS.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';

const quick = process.argv.includes('--quick');
const rounds = quick ? 2 : 3;
const seconds = quick ? 2 : 4;
const here = fileURLToPath(new URL('.', import.meta.url));
const dataDirectory = mkdtempSync(join(tmpdir(), 'mailroom-bench-'));
chmodSync(dataDirectory, 0o755);
const children = [];

function launch(file, args, env = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function output(child, pattern) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const found = pattern.exec(text);
    if (found) return found;
  }
  throw new Error(`The process ended before it was ready: ${text}`);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const spread = (values) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

const main = join(here, '../../apps/standalone/dist/main.js');
const env = {
  MAILROOM_DATA_DIR: dataDirectory,
  MAILROOM_HTTP_PORT: '0',
  MAILROOM_SMTP_PORT: '0',
  SMTP_MAX_CONNECTIONS_PER_CLIENT: '200',
  LOG_LEVEL: 'fatal',
};
const [, http, smtp] = await output(launch(main, [], env), /127\.0\.0\.1:(\d+)\)[\s\S]*?SMTP +127\.0\.0\.1:(\d+)/);
const url = readFileSync(join(dataDirectory, 'database-url'), 'utf8').trim();
const token = readFileSync(join(dataDirectory, 'manager-token'), 'utf8').trim();
const api = async (method, path, body) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${http}/api/agent/v1${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  return (await response.json()).data;
};
await api('POST', '/mailboxes', { email: 'load@mailroom.test' });
const hooked = (await api('POST', '/mailboxes', { email: 'hook@mailroom.test' })).mailbox;
const references = join(here, 'references.mjs');
const ports = {
  mailroom: Number(smtp),
  discard: Number((await output(launch(references, ['discard']), /(\d+)\n/))[1]),
  insert: Number((await output(launch(references, ['insert', url]), /(\d+)\n/))[1]),
};

const lines = [];
for (const [bytes, size, insertTarget, discardTarget] of [
  [2_000, '2 KB', 2, 0.45],
  [50_000, '50 KB', 2.5, 0.33],
]) {
  for (const connections of [10, 50]) {
    const rates = { mailroom: [], discard: [], insert: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const side of Object.keys(rates)) {
        rates[side].push(
          await load({ port: ports[side], connections, bytes, seconds, recipient: 'load@mailroom.test' }),
        );
      }
    }
    const ratio = (side) => rates.mailroom.map((rate, round) => rate / rates[side][round]);
    const row = (side, target) =>
      `| ingest ${size}, ${connections} connections, against ${side} | ${median(ratio(side)).toFixed(2)} | ${spread(ratio(side))} | ≥ ${target} | ${median(rates.mailroom).toFixed(0)}/s against ${median(rates[side]).toFixed(0)}/s |`;
    lines.push(row('insert', insertTarget), row('discard', discardTarget));
    process.stdout.write(`${lines.slice(-2).join('\n')}\n`);
  }
}
lines.push(await webhookLatency());
process.stdout.write(`${lines.at(-1)}\n`);

/** From the 250 to the webhook, at 50 messages a second, once the parser's queue is empty. */
async function webhookLatency() {
  const sent = new Map();
  const delays = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.end();
      const at = sent.get(JSON.parse(body).data.email.subject);
      if (at !== undefined) delays.push(performance.now() - at);
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await api('POST', '/webhooks', { url: `http://127.0.0.1:${receiver.address().port}/`, accountId: hooked.id });
  await new Promise((resolve) => setTimeout(resolve, quick ? 15_000 : 45_000));
  const nodemailer = (await import('nodemailer')).default;
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: ports.mailroom,
    pool: true,
    ignoreTLS: true,
  });
  const count = quick ? 200 : 500;
  for (let number = 0; number < count; number += 1) {
    const subject = `hook ${number}`;
    void transport
      .sendMail({ from: 'a@example.org', to: 'hook@mailroom.test', subject, text: 'x' })
      .then(() => sent.set(subject, performance.now()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (let wait = 0; wait < 200 && delays.length < count; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  transport.close();
  receiver.close();
  receiver.closeAllConnections();
  const sorted = delays.sort((a, b) => a - b);
  const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  return `| 250 → webhook at 50 messages/s (${sorted.length} of ${count}) | p50 ${at(0.5)} ms | p99 ${at(0.99)} ms | p50 ≤ 5 ms, p99 ≤ 25 ms | |`;
}

const results = `# Results of \`npm run bench\`

${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; ${rounds} interleaved rounds of ${seconds} s; load and servers share the machine.
A ratio is the system's rate over the reference's in the same round. \`insert\` is smtp-server, simpleParser and one INSERT
per message; \`discard\` is smtp-server that forgets.

| what | median | spread | target | rates |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
// What a person wrote below the table stays.
const path = join(here, '../RESULTS.md');
const remarks = existsSync(path) ? readFileSync(path, 'utf8').split(/\n(?=What stands in the way)/)[1] : undefined;
writeFileSync(path, remarks ? `${results}\n${remarks}` : results);
for (const child of children) child.kill('SIGTERM');
await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
rmSync(dataDirectory, { recursive: true, force: true });
process.exit();
