// Everything that once held up others, all at the same time, in a process of its own, so that what it costs to attack does
// not count as what the attacked take. Ends when its standard input does, and prints how often it did what.
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createTokenText } from '@mailroom/identity';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';

const target = JSON.parse(process.argv[2]);
const REST_MS = 100;

const counts = {};
let stopped = false;
process.stdin.resume().on('end', () => (stopped = true));

/** Whether this attack is to be made. */
const isAsked = (name) => target.only?.includes(name) ?? true;

async function repeat(name, attack) {
  if (!isAsked(name)) return;
  counts[name] = 0;
  while (!stopped) {
    if (await attack().catch(() => false)) counts[name] += 1;
    await pause(REST_MS);
  }
}

/** True where it was answered, with whatever. */
async function call(method, path, token, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${target.httpPort}/api/agent/v1${path}`;
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  await response.arrayBuffer();
  return true;
}

async function mail(name, type, body, to = target.address) {
  const content = Buffer.from(fold(body));
  let count = 0;
  await repeat(name, async () => {
    const id = createHash('sha256')
      .update(`${name} ${(count += 1)}`)
      .digest('hex')
      .slice(0, 20);
    const head = `Message-ID: <${id}@evil.test>\r\nFrom: Eve <eve@evil.test>\r\nTo: ${to}\r\nSubject: ${id}\r\n`;
    return send(Buffer.concat([Buffer.from(`${head}Content-Type: ${type}; charset=utf-8\r\n\r\n`), content]));
  });
}

/** True where it was accepted. */
function send(content) {
  const connection = new SMTPConnection({ host: '127.0.0.1', port: target.smtpPort, ignoreTLS: true });
  const sent = new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The connection ended.')));
    connection.connect(() => {
      const envelope = { from: 'eve@evil.test', to: [target.address] };
      connection.send(envelope, content, (error) => (error ? reject(error) : resolve(true)));
    });
  });
  return sent.finally(() => connection.close());
}

/** Holds connections from ten addresses, each of which says nothing; those that are dropped come again. */
async function holdConnections(name) {
  if (!isAsked(name)) return;
  const sockets = new Set();
  counts[name] = 0;
  while (!stopped) {
    for (let number = sockets.size; number < target.idleConnections; number += 1) {
      const localAddress = `127.0.0.${2 + (number % 10)}`;
      const socket = connect({ port: target.smtpPort, host: '127.0.0.1', localAddress });
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      sockets.add(socket.resume());
      counts[name] += 1;
    }
    await pause(500);
  }
  for (const socket of sockets) socket.destroy();
}

/** Lines as SMTP takes them; HTML reads a break as a blank. */
const fold = (text) => text.replace(/[^\r\n]{900}/g, '$&\r\n');

function styled(rules, elements) {
  const names = Array.from({ length: rules }, (_, rule) => `c${rule}`);
  const css = names.map((name) => `.${name}{${'a:b; '.repeat(800)}}`).join(' ');
  return `<style>${css}</style>${`<p class="${names.join(' ')}">word</p> `.repeat(elements)}`;
}

const sheet = (number) => `<style>.a${number}{color:red} .b{color:blue}</style><p class=b>a</p> `;
const sheets = Array.from({ length: 4_000 }, (_, number) => sheet(number)).join('');
const line = 'The small gear goes in first, then the large one.\r\n';

const manyObjects = Buffer.from(`[${'{},'.repeat(11_000_000)}{}]`);
const manyAttachments = Buffer.from(`{"to":["a@b.test"],"attachments":[${'{},'.repeat(100_000)}{}]}`);
const deep = Buffer.from(`{"to":["a@b.test"],"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
const stranger = createTokenText('mrt_');

await Promise.all([
  repeat('large bodies of a stranger', () => call('PUT', '/read', stranger, manyObjects)),
  repeat('bodies of 100,000 attachments', () => call('POST', '/send', target.token, manyAttachments)),
  repeat('bodies nested 100,000 deep', () => call('POST', '/send', target.token, deep)),
  repeat('pages of full emails', () => call('GET', '/emails?view=full&size=50', target.token)),
  mail('mails with 20 rules of 4 KB', 'text/html', styled(20, 3_200)),
  mail('mails with many style sheets', 'text/html', sheets),
  mail('mails of long text', 'text/plain', line.repeat(target.largeTextBytes / line.length)),
  mail('mails to 65,000 @', 'text/plain', 'Hello', fold('@'.repeat(65_000)).replaceAll('\r\n', '\r\n ')),
  holdConnections('idle connections opened'),
]);
process.stdout.write(JSON.stringify(counts));
process.exit();
