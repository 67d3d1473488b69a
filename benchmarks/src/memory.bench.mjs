// Measures the proportional set sizes of the idle system from /proc, in which shared pages count once: before there was
// any mail, and after floods of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { valueLine } from './figures.mjs';
import { load } from './load.mjs';
import { mailPool } from './mail/pool.mjs';
import { childrenOf, megabytesOf, parentOf } from './processes.mjs';
import { allSearchable, drained, makeMailboxes, startSystem, stopSystem } from './system.mjs';

const RECIPIENTS = Array.from({ length: 100 }, (_, number) => `person${number}@mailroom.test`);
/** So long the system rests before it counts as idle again. */
const REST_MS = 30_000;

export async function memory(_system, { quick, report }) {
  if (process.platform !== 'linux') return report(valueLine('memory', 'not measured', '≤ 350 MB', 'needs /proc'));
  const system = await startSystem();
  try {
    await makeMailboxes(system, RECIPIENTS);
    await sleep(5_000);
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
  const node = megabytesOf(child.pid);
  const { rows } = await pool.query(`select pg_backend_pid() as pid`);
  const postmaster = parentOf(rows[0].pid);
  const postgres = [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + megabytesOf(pid), 0);
  const parts = `Node ${node.toFixed(0)} MB, Postgres ${postgres.toFixed(0)} MB`;
  report(valueLine(`standalone with Postgres, ${when}`, `${(node + postgres).toFixed(0)} MB`, '≤ 350 MB', parts));
}
