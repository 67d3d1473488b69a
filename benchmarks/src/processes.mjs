// Reads what processes use from /proc, on Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The unit of /proc: a hundredth of a second, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const statOf = (pid) =>
  readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    .split(') ')[1]
    .split(' ');

export const parentOf = (pid) => Number(statOf(pid)[1]);

export function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return parentOf(pid) === parent;
    } catch {
      return false;
    }
  });
}

export const nameOf = (pid) => readFileSync(join('/proc', String(pid), 'comm'), 'utf8').trim();

/** Seconds of processor time, including that of children that have ended. */
export function cpuSeconds(pid) {
  try {
    const [user, system, endedUser, endedSystem] = statOf(pid).slice(11, 15).map(Number);
    return (user + system + endedUser + endedSystem) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Seconds of processor time of one thread. */
export function threadSeconds(pid, tid) {
  const stat = readFileSync(join('/proc', String(pid), 'task', String(tid), 'stat'), 'utf8');
  const [user, system] = stat.split(') ')[1].split(' ').slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** Seconds for which the machine's processors were busy, whoever used them, without what a hypervisor took. */
export function busySeconds() {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/ +/)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

/** The proportional set size of a process, in which shared pages count once. */
export function megabytesOf(pid) {
  const rollup = readFileSync(join('/proc', String(pid), 'smaps_rollup'), 'utf8');
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)[1]) / 1_024;
}
