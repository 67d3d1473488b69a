import type { MetricName } from './declare.js';

/** A gauge whose value is read when somebody scrapes. */
export type ScrapedGauge = { readonly name: MetricName; readonly help: string; readonly labels: readonly string[] };

/** The label values are ours: never an address, a tenant, or anything a stranger chooses. */
export type Sample = { readonly gauge: ScrapedGauge; readonly labels: readonly string[]; readonly value: number };

/** What one part of a running system can report about itself. */
export type GaugeSource = {
  /** The name that is shown if the source can't be read. */
  readonly name: string;
  /** It must be cheap and bounded, however much there is; it is asked every few seconds at most. */
  readonly read: () => Promise<Sample[]> | Sample[];
};

/** The most rows that a scrape counts: beyond this the number is "many", and further counting would cost. */
export const MAX_COUNTED = 10_000;

/** Declares a gauge; the result makes a sample of its label values and its own value. */
export function scrapedGauge(name: MetricName, help: string, ...labels: string[]) {
  const gauge: ScrapedGauge = { name, help, labels };
  return (value: number, ...values: string[]): Sample => ({ gauge, labels: values, value });
}
