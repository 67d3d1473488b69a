/**
 * Puts requests that name the same task behind each other: of those in one wave none does, and each comes after the earlier
 * ones that name one of its tasks. Returns their indices.
 */
export function wavesOf<T>(requests: readonly T[], idsOf: (request: T) => readonly number[]): number[][] {
  const waves: number[][] = [];
  const next = new Map<number, number>();
  for (const [index, request] of requests.entries()) {
    const ids = idsOf(request);
    const wave = Math.max(0, ...ids.map((id) => next.get(id) ?? 0));
    (waves[wave] ??= []).push(index);
    for (const id of ids) next.set(id, wave + 1);
  }
  return waves;
}

/** Does the work of one wave after the other; the results are in the order of the requests. */
export async function inWaves<T, Result>(
  requests: readonly T[],
  idsOf: (request: T) => readonly number[],
  work: (requests: readonly T[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const wave of wavesOf(requests, idsOf)) {
    const done = await work(requests.filter((_, index) => wave.includes(index)));
    for (const [place, result] of done.entries()) results[wave[place] ?? -1] = result;
  }
  return results;
}
