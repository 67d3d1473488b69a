// Measures the bridge: encrypted mail that it fetches, opens and shows, against what the API shows of the same mail.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { readPublicKey, sealMessage } from '../../packages/openpgp/dist/index.js';
import { percentile, ratioLine, valueLine } from './figures.mjs';
import { PeopleMail } from './mail/people-mail.mjs';
import { launch, startSystem, stopSystem } from './system.mjs';

const CLI = '../../packages/cli/dist/main.js';
const EMAILS = 40;
const CONNECTIONS = 8;

export async function bridge(_system, { seconds, rounds, report }) {
  const system = await startSystem();
  const directory = await mkdtemp(join(tmpdir(), 'bridge-bench-'));
  const { mailbox, token } = await system.api('POST', '/mailboxes', { email: 'sealed@mailroom.test' });
  const tool = await launch(
    CLI,
    ['bridge', '--key', join(directory, 'agent.asc'), '--port', '0'],
    /http:\/\/127\.0\.0\.1:(\d+)/,
    {
      MAILROOM_URL: `http://127.0.0.1:${system.http}`,
      MAILROOM_TOKEN: token.token,
      MAILROOM_BRIDGE_PASSPHRASE: 'six random words that nobody guesses',
    },
  );
  const ids = await sendSealed(system, mailbox, token.token);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const sides = { bridge: Number(tool.found[1]), api: system.http };
  const rates = { bridge: [], api: [] };
  const times = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const [side, port] of Object.entries(sides)) {
      const taken = await reading(() => read(port, token.token, agent, nextOf(ids), side === 'bridge'), seconds);
      if (round < 0) continue;
      rates[side].push(taken.length / seconds);
      if (side === 'bridge') times.push(...taken);
    }
  }
  const rate = rates.bridge.sort((a, b) => a - b)[rates.bridge.length >> 1];
  const spread = `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${CONNECTIONS} connections`;
  report(valueLine('mails of 2 KB that the bridge opens', `${rate.toFixed(0)}/s`, '≥ 100/s', spread));
  report(ratioLine('… against the same mails from the API, which can not open them', rates.bridge, rates.api, '–'));
  agent.destroy();
  tool.child.kill();
  await stopSystem(system);
  await rm(directory, { recursive: true, force: true });
}

/** Mail of people's words, as it lies in a sealed mailbox: for the key that the bridge has registered. */
async function sendSealed(system, mailbox, token) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${system.http}/api/agent/v1/keys`, { headers });
  const key = await readPublicKey((await answer.json()).data.items[0].publicKey);
  const sealing = { fingerprint: key.fingerprint, publicKey: key.bytes };
  const smtp = nodemailer.createTransport({ host: '127.0.0.1', port: system.smtp, ignoreTLS: true, pool: true });
  const people = new PeopleMail();
  for (let n = 0; n < EMAILS; n += 1) {
    const { bytes } = await sealMessage(Buffer.from(people.next(), 'latin1'), [sealing]);
    await smtp.sendMail({ envelope: { from: 'ada@example.org', to: [mailbox.email] }, raw: bytes });
  }
  smtp.close();
  const list = async () => (await system.api('GET', `/emails?accountId=${mailbox.id}&size=${EMAILS}`)).items;
  while ((await list()).length < EMAILS) await new Promise((resolve) => setTimeout(resolve, 100));
  return (await list()).map(({ id }) => id);
}

let turn = 0;
const nextOf = (ids) => ids[(turn += 1) % ids.length];

function read(port, token, agent, id, isOpened) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { host: '127.0.0.1', port, path: `/api/agent/v1/emails/${id}`, headers, agent };
    const sent = request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const answer = JSON.parse(Buffer.concat(chunks).toString());
        const isWhole = response.statusCode === 200 && (answer.data.plainText !== '') === isOpened;
        if (isWhole) resolve();
        else reject(new Error(`${response.statusCode}: ${JSON.stringify(answer).slice(0, 300)}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The times of all calls, in milliseconds, that the connections make one after the other for so long. */
async function reading(call, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  return times;
}
