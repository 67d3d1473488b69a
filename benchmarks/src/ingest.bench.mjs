// Measures mail in, on mail as people and services send it: accepted, readable and searchable, against a server that
// discards and against what one would write first, and what one message costs each part.
import { MailCost } from './mail-cost.mjs';
import { median, ratioLine, valueLine } from './figures.mjs';
import { load } from './load.mjs';
import { CLIENT_ADDRESS, mailPool, records } from './mail/pool.mjs';
import { allSearchable, drained, launch, makeMailboxes, startSystem, stopSystem } from './system.mjs';

const ONE = ['team@mailroom.test'];
const MANY = Array.from({ length: 10_000 }, (_, number) => `person${number}@mailroom.test`);
const POOL = 1_000;

const cases = [
  { name: '2 KB, 10 connections', connections: 10, mail: {}, targets: { insert: 2, discard: 0.45 } },
  { name: '2 KB, 50 connections', connections: 50, mail: {}, targets: { insert: 2, discard: 0.45 } },
  { name: '2 KB to 10,000 mailboxes', connections: 50, mail: {}, recipients: MANY },
  { name: '2 KB, one Message-ID', connections: 50, mail: { messageId: 'same' } },
  { name: '2 KB signed with DKIM', connections: 50, mail: { signed: true } },
  { name: '50 KB of HTML, 10 connections', connections: 10, mail: HTML(), targets: { insert: 2.5, discard: 0.33 } },
  { name: '50 KB of HTML, 50 connections', connections: 50, mail: HTML(), targets: { insert: 2.5, discard: 0.33 } },
];

function HTML() {
  return { kind: 'html', bytes: 50_000, count: 200 };
}

/** The sender's DNS is answered by a resolver of its own, so that SPF, DKIM and DMARC cost what they cost. */
export async function ingest(_system, options) {
  const { found } = await launch('mail/resolver.mjs', [JSON.stringify(records)], /(\S+)\n/);
  const settings = { DNS_SERVERS: found[1], SMTP_PROXY_PROTOCOL_FROM: '127.0.0.0/8' };
  const system = await startSystem(settings);
  try {
    await makeMailboxes(system, [...ONE, ...MANY]);
    const reference = async (kind) => Number((await launch('references.mjs', [kind, system.url], /(\d+)\n/)).found[1]);
    const ports = { mailroom: system.smtp, discard: await reference('discard'), insert: await reference('insert') };
    for (const one of cases) await compare(system, ports, one, options);
  } finally {
    await stopSystem(system);
  }
}

async function compare(system, ports, { name, connections, mail, recipients = ONE, targets }, options) {
  const pool = await mailPool({ count: POOL, ...mail });
  const send = { connections, mail: pool, recipients, clientAddress: CLIENT_ADDRESS, seconds: options.seconds };
  const rates = { mailroom: [], discard: [], insert: [] };
  const [readable, searchable, costs] = [[], [], []];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const side of Object.keys(rates)) {
      const cost = side === 'mailroom' ? await MailCost.of(system) : null;
      const begun = performance.now();
      const { accepted, ms } = await load({ ...send, port: ports[side] });
      rates[side].push(accepted / (ms / 1_000));
      if (!cost) continue;
      const rate = () => accepted / ((performance.now() - begun) / 1_000);
      await drained(system);
      readable.push(rate());
      cost.lap('readable');
      await allSearchable(system);
      searchable.push(rate());
      costs.push(await cost.each(accepted));
    }
  }
  report(name, { rates, readable, searchable, costs, targets }, options.report);
}

function report(name, { rates, readable, searchable, costs, targets = {} }, print) {
  const goal = (side) => (targets[side] ? `≥ ${targets[side]}` : '–');
  print(ratioLine(`accepted ${name}, against insert`, rates.mailroom, rates.insert, goal('insert')));
  print(ratioLine(`accepted ${name}, against discard`, rates.mailroom, rates.discard, goal('discard')));
  print(ratioLine(`readable ${name}, against insert`, readable, rates.insert, '≥ 1'));
  print(ratioLine(`readable ${name}, against accepted`, readable, rates.mailroom, '≥ 0.6'));
  print(valueLine(`searchable ${name}`, `${median(searchable).toFixed(0)}/s`, '–', 'until the last one is found'));
  print(MailCost.line(name, costs));
}
