const GROWTH = 16;
const ROUNDS = 2;
/** Below this we would measure the machine's own noise. */
const LEAST_MICROSECONDS = 2_000;

/**
 * How many times as much CPU time the work takes on sixteen times the input: about 16 if it is linear and 256 if it is
 * quadratic. The least of several rounds counts, since noise only adds.
 */
export function timeRatio(work: (size: number) => unknown, size: number): number {
  const small = Math.max(leastTime(work, size), LEAST_MICROSECONDS);
  return leastTime(work, GROWTH * size) / small;
}

function leastTime(work: (size: number) => unknown, size: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    work(size);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
