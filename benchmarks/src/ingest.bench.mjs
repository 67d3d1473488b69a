// Measures mail in: the system against a server that discards and against what one would write first.
import { ratioLine, valueLine, median } from './figures.mjs';
import { load } from './load.mjs';
import { drained, launch } from './system.mjs';

const recipient = 'load@mailroom.test';
const sizes = [
  { bytes: 2_000, name: '2 KB', againstInsert: 2, againstDiscard: 0.45 },
  { bytes: 50_000, name: '50 KB', againstInsert: 2.5, againstDiscard: 0.33 },
];

export async function ingest(system, { rounds, seconds, report }) {
  await system.api('POST', '/mailboxes', { email: recipient });
  const reference = async (kind) => Number((await launch('references.mjs', [kind, system.url], /(\d+)\n/)).found[1]);
  const ports = { mailroom: system.smtp, discard: await reference('discard'), insert: await reference('insert') };
  for (const size of sizes) {
    for (const connections of [10, 50]) await compare(system, ports, size, { connections, rounds, seconds, report });
  }
}

async function compare(system, ports, size, { connections, rounds, seconds, report }) {
  const rates = { mailroom: [], discard: [], insert: [] };
  const ready = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(rates)) {
      const begun = performance.now();
      const rate = await load({ port: ports[side], connections, bytes: size.bytes, seconds, recipient });
      rates[side].push(rate);
      if (side !== 'mailroom') continue;
      await drained(system);
      ready.push((rate * seconds * 1_000) / (performance.now() - begun));
    }
  }
  const what = `ingest ${size.name}, ${connections} connections`;
  report(ratioLine(`${what}, against insert`, rates.mailroom, rates.insert, `≥ ${size.againstInsert}`));
  report(ratioLine(`${what}, against discard`, rates.mailroom, rates.discard, `≥ ${size.againstDiscard}`));
  report(
    valueLine(`${what}: accepted and parsed`, `${median(ready).toFixed(0)}/s`, '–', 'until the last one is ready'),
  );
}
