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

/**
 * What processes take together: their own memory, what they share among themselves once, and the files that they have
 * mapped (programs, libraries) in full, though others may share them.
 */
export function megabytesOf(pids) {
  const files = new Map();
  let kilobytes = 0;
  for (const pid of pids) {
    const rollup = valuesOf(readFileSync(join('/proc', String(pid), 'smaps_rollup'), 'utf8'));
    kilobytes += rollup.Pss_Anon + rollup.Pss_Shmem;
    for (const [file, size] of mappedFiles(pid)) files.set(file, Math.max(size, files.get(file) ?? 0));
  }
  return [...files.values()].reduce((sum, size) => sum + size, kilobytes) / 1_024;
}

/** How much of each file a process has in memory, in kilobytes, without the pages that it has written to. */
function mappedFiles(pid) {
  const files = new Map();
  const mappings = readFileSync(join('/proc', String(pid), 'smaps'), 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  for (const mapping of mappings) {
    const file = /^(?:\S+ +){5}(\/(?!dev\/|SYSV).*)/.exec(mapping)?.[1];
    if (file === undefined) continue;
    const { Rss, Anonymous } = valuesOf(mapping);
    files.set(file, (files.get(file) ?? 0) + Rss - Anonymous);
  }
  return files;
}

const valuesOf = (text) =>
  Object.fromEntries([...text.matchAll(/^(\w+): +(\d+) kB/gm)].map(([, name, size]) => [name, Number(size)]));
