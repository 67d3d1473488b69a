// Measures what a parser's thread needs for one message, stage by stage: processor time, of which nobody else can take
// away anything.
import { assessTrust, extract, extractedText, plainTextOf, readMessage } from '@mailroom/message';
import { Authenticator } from '../../packages/inbound/dist/parsing/authenticator.js';
import { median, valueLine } from './figures.mjs';
import { CLIENT_ADDRESS, mailPool, records } from './mail/pool.mjs';
import { launch } from './system.mjs';

const MESSAGES = 200;
/** Patterns and tables are built, and code is compiled, before anything counts. */
const WARM_ROUNDS = 30;
/** So many does a parser have in hand. */
const AT_ONCE = 8;
const ENVELOPE = { clientAddress: CLIENT_ADDRESS, helo: 'mail.example.org', sender: 'ada@example.org' };

const kinds = [
  { name: '2 KB', mail: {}, goal: '≤ 250 µs' },
  { name: '50 KB of HTML', mail: { kind: 'html', bytes: 50_000 }, goal: '≤ 900 µs' },
  { name: '2 KB signed with DKIM', mail: { signed: true }, goal: '≤ 650 µs' },
];

export async function parsing(_system, { quick, rounds, report }) {
  const { found } = await launch('mail/resolver.mjs', [JSON.stringify(records)], /(\S+)\n/);
  const authenticator = new Authenticator({ hostname: 'bench.test', dnsServers: [found[1]] });
  for (const { name, mail, goal } of kinds) {
    const pool = await mailPool({ ...mail, count: MESSAGES });
    const raws = Array.from({ length: MESSAGES }, () => Buffer.from(pool.next(), 'latin1'));
    for (let round = 0; round < WARM_ROUNDS; round += 1) await timesOf(raws, authenticator);
    const runs = [];
    for (let round = 0; round < (quick ? 5 : 5 * rounds); round += 1) runs.push(await timesOf(raws, authenticator));
    const middle = (stage) => median(runs.map((run) => run[stage]));
    const stages = Object.keys(runs[0]).filter((stage) => stage !== 'all');
    const list = stages.map((stage) => `${stage} ${middle(stage).toFixed(0)}`).join(', ');
    report(valueLine(`processor of a parser for ${name}`, `${middle('all').toFixed(0)} µs`, goal, list));
  }
}

/** Microseconds for one message, by stage; each stage goes over all messages before the next begins. */
async function timesOf(raws, authenticator) {
  const times = {};
  const stage = async (name, work) => {
    const before = process.cpuUsage();
    const results = [];
    for (let from = 0; from < raws.length; from += AT_ONCE) {
      const few = Array.from({ length: Math.min(AT_ONCE, raws.length - from) }, (_, at) => work(from + at));
      results.push(...(await Promise.all(few)));
    }
    const { user, system } = process.cpuUsage(before);
    times[name] = (user + system) / raws.length;
    return results;
  };
  const read = await stage('read', (at) => readMessage(raws[at]));
  await stage('codes and links', (at) => {
    const { message, html } = read[at];
    const { subject, plainText, from, headers } = message;
    return extract({ subject, plainText, html, fromEmail: from?.email ?? '', headers });
  });
  await stage('quotes', (at) => [
    extractedText(read[at].message.plainText, read[at].html),
    plainTextOf(read[at].message.plainText, read[at].html),
  ]);
  const known = await stage('SPF, DKIM, DMARC', (at) =>
    authenticator.authenticate(raws[at], ENVELOPE, read[at].message),
  );
  await stage('trust', (at) => assessTrust({ ...read[at], authentication: known[at] }));
  times.all = Object.values(times).reduce((sum, one) => sum + one, 0);
  return times;
}
