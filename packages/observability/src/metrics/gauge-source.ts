import type { MetricName } from './declare.js';

/** A gauge whose value is asked for when somebody looks. */
export type ScrapedGauge = { readonly name: MetricName; readonly help: string; readonly labels: readonly string[] };

/** Its labels' values are ours: never an address, a tenant, or anything that a stranger chooses. */
export type Sample = { readonly gauge: ScrapedGauge; readonly labels: readonly string[]; readonly value: number };

/** What one part of a running system can tell of itself. */
export type GaugeSource = {
  /** Shown where it can't be read. */
  readonly name: string;
  /** Cheap and bounded, however much there is; asked every few seconds at most. */
  readonly read: () => Promise<Sample[]> | Sample[];
};

/** Rows that a scrape counts at most: beyond it the number is "many", and counting on would cost. */
export const MAX_COUNTED = 10_000;

/** Declares a gauge; called with the values of its labels and its own, it makes a sample. */
export function scrapedGauge(name: MetricName, help: string, ...labels: string[]) {
  const gauge: ScrapedGauge = { name, help, labels };
  return (value: number, ...values: string[]): Sample => ({ gauge, labels: values, value });
}
