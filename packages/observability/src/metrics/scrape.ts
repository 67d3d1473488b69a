import { registry, watchProcess } from './declare.js';
import { scrapedGauge, type GaugeSource, type Sample, type ScrapedGauge } from './gauge-source.js';

/** Scrapers give up after ten seconds or more, people who look by hand sooner. */
const DEADLINE_MS = 1_500;
/** Several scrapers, or one in a hurry, cost no more than one. */
const FRESH_MS = 3_000;

const sourceUp = scrapedGauge('mailroom_source_up', '0 if the gauges of a source could not be read in time', 'source');

type Reading = { readonly samples: readonly Sample[]; readonly failed: boolean; readonly readAt: number };

/** A source that one scrape reads for all the others that come in the meantime. */
class CachedSource {
  #reading: Promise<Reading> | undefined;
  #last: Reading | undefined;

  constructor(readonly source: GaugeSource) {}

  /** Never rejects. */
  read(): Promise<Reading> {
    if (this.#last && performance.now() - this.#last.readAt < FRESH_MS) return Promise.resolve(this.#last);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<Reading> {
    try {
      const samples = await this.source.read();
      this.#last = { samples, failed: false, readAt: performance.now() };
    } catch {
      this.#last = { samples: [], failed: true, readAt: performance.now() };
    }
    return this.#last;
  }
}

/** What `/metrics` of one running system shows: what its process counted and what its sources report. */
export class Scrape {
  readonly contentType = registry.contentType;
  readonly #sources = new Set<CachedSource>();
  readonly #deadlineMs: number;

  constructor(deadlineMs = DEADLINE_MS) {
    this.#deadlineMs = deadlineMs;
    watchProcess();
  }

  /** The returned function removes the sources again. */
  add(...sources: readonly GaugeSource[]): () => void {
    const added = sources.map((source) => new CachedSource(source));
    for (const source of added) this.#sources.add(source);
    return () => {
      for (const source of added) this.#sources.delete(source);
    };
  }

  /** Answers in time whatever hangs, with what is known by then. */
  async text(): Promise<string> {
    const readings = new Map<CachedSource, Reading>();
    const stop = { requested: false };
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.#deadlineMs)));
    await Promise.race([this.#readAll(readings, stop), deadline]);
    stop.requested = true;
    clearTimeout(timer);
    return `${await registry.metrics()}\n${format(this.#samples(readings))}`;
  }

  /** One after the other, so that a scrape takes only one connection from those who work. */
  async #readAll(readings: Map<CachedSource, Reading>, stop: { readonly requested: boolean }): Promise<void> {
    for (const source of this.#sources) {
      if (stop.requested) return;
      readings.set(source, await source.read());
    }
  }

  #samples(readings: ReadonlyMap<CachedSource, Reading>): Sample[] {
    const samples = [...readings.values()].flatMap((reading) => reading.samples);
    for (const cached of this.#sources) {
      const reading = readings.get(cached);
      samples.push(sourceUp(reading && !reading.failed ? 1 : 0, cached.source.name));
    }
    return samples;
  }
}

/** Prometheus' text format, version 0.0.4. */
function format(samples: readonly Sample[]): string {
  const byGauge = new Map<ScrapedGauge, string[]>();
  for (const { gauge, labels, value } of samples) {
    const lines = byGauge.get(gauge) ?? [`# HELP ${gauge.name} ${gauge.help}`, `# TYPE ${gauge.name} gauge`];
    const pairs = gauge.labels.map((label, index) => `${label}="${escape(labels[index] ?? '')}"`).join(',');
    byGauge.set(gauge, lines);
    lines.push(`${gauge.name}${pairs && `{${pairs}}`} ${value}`);
  }
  return [...byGauge.values()].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
