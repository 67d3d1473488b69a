// Measures the bridge: signed and encrypted mail of 2 KB that eight callers read through it at once, each one decrypted anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessage, encrypt, generateKey, readKey } from 'openpgp';
import { median, percentile, valueLine } from './figures.mjs';
import { drained, launch, startSystem, stopSystem } from './system.mjs';

const EMAILS = 20;
const CALLERS = 8;
const BYTES = 2_048;

export async function bridge(_system, { seconds, rounds, report }) {
  const system = await startSystem();
  const directory = mkdtempSync(join(tmpdir(), 'mailroom-bench-bridge-'));
  const address = 'agent@mailroom.test';
  const { mailbox, token } = await system.api('POST', '/mailboxes', { email: address });
  const { child, found } = await launch(
    '../../packages/cli/dist/main.js',
    ['bridge', '--key', join(directory, 'agent.asc'), '--port', '0'],
    /(http:\/\/127\.0\.0\.1:\d+)[^]*answers|answers[^]*(http:\/\/127\.0\.0\.1:\d+)/,
    {
      MAILROOM_URL: `http://127.0.0.1:${system.http}`,
      MAILROOM_TOKEN: token.token,
      MAILROOM_BRIDGE_PASSPHRASE: 'six random words that nobody guesses',
    },
  );
  const url = found[1] ?? found[2];
  await deliver(system, mailbox.id, address);
  const call = async (path) => {
    const headers = { authorization: `Bearer ${token.token}` };
    const response = await fetch(`${url}/api/agent/v1${path}`, { headers });
    return (await response.json()).data;
  };
  const { items } = await call(`/emails?size=${EMAILS}`);
  const rates = [];
  const times = [];
  for (let round = -1; round < rounds; round += 1) {
    const took = await load(items, call, seconds);
    if (round < 0) continue;
    rates.push(took.length / seconds);
    times.push(...took);
  }
  const remark = `p50 ${median(times).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
  const what = `signed mail of 2 KB, decrypted by the bridge, ${CALLERS} callers`;
  report(valueLine(what, `${median(rates).toFixed(0)}/s`, '≥ 100/s', remark));
  child.kill();
  rmSync(directory, { recursive: true, force: true });
  await stopSystem(system);
}

async function load(items, call, seconds) {
  const until = performance.now() + seconds * 1_000;
  const times = [];
  const reading = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = caller; performance.now() < until; n += 1) {
      const begun = performance.now();
      const { decryptStatus } = await call(`/emails/${items[n % items.length].id}`);
      if (decryptStatus !== 'decrypted') throw new Error(`The email was ${decryptStatus}.`);
      times.push(performance.now() - begun);
    }
  });
  await Promise.all(reading);
  return times;
}

/** Mail to the key that the bridge has registered, signed by a key of its sender. */
async function deliver(system, accountId, address) {
  const { items } = await system.api('GET', `/keys?accountId=${accountId}`);
  const agent = items.find(({ kind }) => kind === 'agent');
  const recipient = await readKey({ armoredKey: agent.publicKey });
  const userIDs = [{ email: 'ada@example.org' }];
  const { privateKey } = await generateKey({ type: 'curve25519', userIDs, format: 'object' });
  for (let n = 0; n < EMAILS; n += 1) {
    const text = `Content-Type: text/plain\r\n\r\n${`The ${n}th gear turns. `.repeat(BYTES / 20)}\r\n`;
    const message = await createMessage({ text });
    const armored = await encrypt({ message, encryptionKeys: recipient, signingKeys: privateKey });
    await sendRaw(system.smtp, address, mailOf(address, n, armored.replace(/\r?\n/g, '\r\n')));
  }
  await drained(system);
}

function mailOf(address, n, armored) {
  return (
    `From: ada@example.org\r\nTo: ${address}\r\nSubject: gear ${n}\r\nMIME-Version: 1.0\r\n` +
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\r\n\r\n' +
    `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n` +
    `--b\r\nContent-Type: application/octet-stream\r\n\r\n${armored}\r\n--b--\r\n`
  );
}

/** Armor has no line that begins with a dot. */
async function sendRaw(port, to, raw) {
  const socket = connect(port, '127.0.0.1');
  const lines = ['EHLO bench', 'MAIL FROM:<ada@example.org>', `RCPT TO:<${to}>`, 'DATA', `${raw}.`, 'QUIT'];
  let heard = '';
  for await (const chunk of socket) {
    heard += chunk;
    if (!/^\d{3} .*\r\n$/m.test(heard)) continue;
    if (/^[45]/.test(heard)) throw new Error(heard);
    heard = '';
    const next = lines.shift();
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
}
