import { checkEvents, checkLeases, checkMail, checkReplies } from './checks.js';
import { scale } from './scale.js';
import type { World } from './world.js';

const MAX_SHOWN = 20;

/** Judges everything that happened in a world that has settled and prints the numbers; returns what is wrong. */
export async function judge(world: World, faults: Readonly<Record<string, number>>): Promise<string[]> {
  const checks = [checkMail, checkReplies, checkEvents, checkLeases];
  const findings = [];
  for (const check of checks) findings.push(await check(world));
  const numbers = Object.assign({}, faults, ...findings.map((finding) => finding.numbers)) as Record<string, number>;
  const problems = [
    ...findings.flatMap((finding) => finding.problems),
    ...world.fleet.crashes.map((crash) => `a process ended by itself: ${crash}`),
  ];
  printNumbers(world.name, { ...numbers, problems: problems.length }, `seed ${world.seed}`);
  return problems.slice(0, MAX_SHOWN);
}

/**
 * The numbers are one block, so that jest's own lines do not come between them, on the output that `npm test` shows.
 */
export function printNumbers(name: string, numbers: Readonly<Record<string, number>>, note = ''): void {
  const width = Math.max(...Object.keys(numbers).map(({ length }) => length));
  const lines = Object.entries(numbers).map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  process.stderr.write(`\nfaults: ${name} (${scale.name})${note && `, ${note}`}\n${lines.join('\n')}\n\n`);
}
