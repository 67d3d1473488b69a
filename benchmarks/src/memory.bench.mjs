// Measures the proportional set sizes of the idle system from /proc, in which shared pages count once.
import { setTimeout as sleep } from 'node:timers/promises';
import { valueLine } from './figures.mjs';
import { childrenOf, megabytesOf, parentOf } from './processes.mjs';

export async function memory(system, { report }) {
  if (process.platform !== 'linux') return report(valueLine('memory', 'not measured', '≤ 350 MB', 'needs /proc'));
  await sleep(5_000);
  const node = megabytesOf(system.child.pid);
  const { rows } = await system.pool.query(`select pg_backend_pid() as pid`);
  const postmaster = parentOf(rows[0].pid);
  const postgres = [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + megabytesOf(pid), 0);
  const parts = `Node ${node.toFixed(0)} MB, Postgres ${postgres.toFixed(0)} MB`;
  report(valueLine('standalone with Postgres, idle', `${(node + postgres).toFixed(0)} MB`, '≤ 350 MB', parts));
}
