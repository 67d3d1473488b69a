import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Counts something; an increment costs about 0.1 µs. */
export type Tally = { inc(by?: number): void };
/** Records how long or how large something was; an observation costs about 0.3 µs. */
export type Distribution = { observe(value: number): void };
/** Holds how many of something there are now in this process. */
export type Level = { inc(by?: number): void; dec(by?: number): void };

export type MetricName = `mailroom_${string}`;

/** The registry of what this process counts. There is one per process, so several systems in it add up. */
export const registry = new Registry();

let isWatched = false;

/** Begins to report on the process itself: its event loop, memory and garbage collection. */
export function watchProcess(): void {
  if (!isWatched) collectDefaultMetrics({ register: registry });
  isWatched = true;
}

/** Upper bounds in seconds, for durations from half a millisecond to a minute. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15, 60];

const registers = [registry];

export function counter(name: `${MetricName}_total`, help: string): Tally {
  return new Counter({ name, help, registers });
}

/** One tally for each value of a label; all of them are reported from the start, as 0. */
export function counters<Value extends string>(
  name: `${MetricName}_total`,
  help: string,
  label: string,
  values: readonly Value[],
): Readonly<Record<Value, Tally>> {
  const metric = new Counter({ name, help, labelNames: [label], registers });
  return bind(values, (value) => {
    metric.inc({ [label]: value }, 0);
    return metric.labels(value);
  });
}

export function histogram(name: MetricName, help: string, buckets: number[] = SECONDS): Distribution {
  return new Histogram({ name, help, buckets, registers });
}

/** One distribution for each value of a label. */
export function histograms<Value extends string>(
  name: MetricName,
  help: string,
  label: string,
  values: readonly Value[],
  buckets: number[] = SECONDS,
): Readonly<Record<Value, Distribution>> {
  const metric = new Histogram({ name, help, labelNames: [label], buckets, registers });
  return bind(values, (value) => {
    metric.zero({ [label]: value });
    return metric.labels(value);
  });
}

/** One distribution for each combination of values, made when it is first asked for; keep the result. */
export function histogramFamily(
  name: MetricName,
  help: string,
  labels: readonly string[],
  buckets: number[] = SECONDS,
): (...values: string[]) => Distribution {
  const metric = new Histogram({ name, help, labelNames: labels, buckets, registers });
  return (...values) => metric.labels(...values);
}

/** One tally for each combination of values, made when it is first asked for; keep the result. */
export function counterFamily(
  name: `${MetricName}_total`,
  help: string,
  labels: readonly string[],
): (...values: string[]) => Tally {
  const metric = new Counter({ name, help, labelNames: labels, registers });
  return (...values) => metric.labels(...values);
}

/** One level for each value of a label. */
export function levels<Value extends string>(
  name: MetricName,
  help: string,
  label: string,
  values: readonly Value[],
): Readonly<Record<Value, Level>> {
  const metric = new Gauge({ name, help, labelNames: [label], registers });
  return bind(values, (value) => {
    metric.set({ [label]: value }, 0);
    return metric.labels(value);
  });
}

export function level(name: MetricName, help: string): Level {
  return new Gauge({ name, help, registers });
}

function bind<Value extends string, Bound>(values: readonly Value[], child: (value: Value) => Bound) {
  return Object.fromEntries(values.map((value) => [value, child(value)])) as Readonly<Record<Value, Bound>>;
}
