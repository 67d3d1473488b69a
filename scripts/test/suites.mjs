import { readFileSync, writeFileSync } from 'node:fs';

const SHOWN = 10;

/** The suites of a run, as its reporter wrote them down. */
export function readSuites(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The slowest suites, one to a line, after the time of all of them together. */
export function describeSlowest(suites) {
  const sum = suites.reduce((total, { seconds }) => total + seconds, 0);
  const slowest = [...suites].sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  const lines = slowest.map(({ project, path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${project}  ${path}`);
  return [`${suites.length} suites took ${Math.round(sum)} s together; the slowest:`, ...lines, ''].join('\n');
}

/** Keeps the time of each suite, by project and path, for the order of the next runs. */
export function recordTimes(file, suites) {
  const times = {};
  const sorted = [...suites].sort((a, b) => a.path.localeCompare(b.path));
  for (const { project, path, seconds } of sorted) (times[project] ??= {})[path] = seconds;
  writeFileSync(file, `${JSON.stringify(times, null, 2)}\n`);
}
