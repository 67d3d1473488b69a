// Measures the memory of the idle system from /proc, which shared pages are part of once, whoever shares them: before
// there was any mail, and after floods of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { valueLine } from './figures.mjs';
import { load } from './load.mjs';
import { mailPool } from './mail/pool.mjs';
import { childrenOf, megabytesOf, parentOf } from './processes.mjs';
import { allSearchable, drained, makeMailboxes, startSystem, stopSystem } from './system.mjs';

const RECIPIENTS = Array.from({ length: 100 }, (_, number) => `person${number}@mailroom.test`);
/** So long the system rests before it counts as idle again: its parsers but one end after a minute without mail. */
const REST_MS = 90_000;

export async function memory(_system, { quick, report }) {
  if (process.platform !== 'linux') return report(valueLine('memory', 'not measured', '≤ 350 MB', 'needs /proc'));
  const system = await startSystem();
  try {
    await makeMailboxes(system, RECIPIENTS);
    await sleep(REST_MS);
    await tell(system, 'idle', report);
    const mail = await mailPool({ count: 1_000 });
    let sent = 0;
    for (const count of quick ? [5_000, 20_000] : [50_000, 200_000]) {
      await load({ port: system.smtp, connections: 20, mail, recipients: RECIPIENTS, count: count - sent });
      sent = count;
      await drained(system);
      await allSearchable(system);
      await sleep(REST_MS);
      await tell(system, `idle after ${count} mails`, report);
    }
  } finally {
    await stopSystem(system);
  }
}

async function tell({ child, pool }, when, report) {
  const node = megabytesOf([child.pid]);
  const { rows } = await pool.query(`select pg_backend_pid() as pid`);
  const postmaster = parentOf(rows[0].pid);
  // The session that answered is ours.
  const postgres = megabytesOf([postmaster, ...childrenOf(postmaster).filter((pid) => pid !== rows[0].pid)]);
  const parts = `Node ${node.toFixed(0)} MB, Postgres ${postgres.toFixed(0)} MB`;
  report(valueLine(`standalone with Postgres, ${when}`, `${(node + postgres).toFixed(0)} MB`, '≤ 350 MB', parts));
}
