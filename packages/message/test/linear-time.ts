const GROWTH = 16;
const ROUNDS = 2;
/** Below this we would measure the machine's own noise. */
const LEAST_MICROSECONDS = 2_000;

/** Up to here nobody could call it anything but linear, and one measurement is enough. */
const PLAINLY_LINEAR = 2 * GROWTH;

/**
 * How many times as much CPU time the work takes on sixteen times the input: about 16 if it is linear and 256 if it is
 * quadratic. The least of several rounds counts, since noise only adds.
 */
export function timeRatio(work: (size: number) => unknown, size: number): number {
  const small = Math.max(leastTime(work, size, ROUNDS), LEAST_MICROSECONDS);
  const once = leastTime(work, GROWTH * size, 1) / small;
  return once <= PLAINLY_LINEAR ? once : Math.min(once, leastTime(work, GROWTH * size, ROUNDS - 1) / small);
}

function leastTime(work: (size: number) => unknown, size: number, rounds: number): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    work(size);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
