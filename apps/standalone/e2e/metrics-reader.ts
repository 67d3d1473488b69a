/** Samples of a scrape by their series, such as `mailroom_tasks{state="waiting"}`. */
export type Samples = ReadonlyMap<string, number>;

/** What `/metrics` says now. */
export async function scrape(origin: string): Promise<Samples> {
  const response = await fetch(`${origin}/metrics`);
  return parseSamples(await response.text());
}

/** Reads Prometheus' text format, and fails at any other line. */
export function parseSamples(text: string): Samples {
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((candidate) => candidate !== '' && !candidate.startsWith('#'))) {
    const [, series, value] = /^([a-z0-9_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? [];
    // NaN means that there was nothing to measure; Go, which reads it, does not care about capitals.
    const isNumber = /^nan$/i.test(value ?? '') || !Number.isNaN(Number(value));
    if (series === undefined || !isNumber) throw new Error(`No sample: ${line}`);
    if (samples.has(series)) throw new Error(`Told twice: ${series}`);
    samples.set(series, Number(value));
  }
  return samples;
}

/** How much a series grew; a missing series counts as 0. */
export function growth(before: Samples, after: Samples, series: string): number {
  return (after.get(series) ?? 0) - (before.get(series) ?? 0);
}
