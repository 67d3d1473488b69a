export { createLog, describeError, type Log } from './log.js';
export {
  counter,
  counterFamily,
  counters,
  histogram,
  histogramFamily,
  histograms,
  level,
  levels,
  SECONDS,
  type Distribution,
  type Level,
  type Tally,
} from './metrics/declare.js';
export { MAX_COUNTED, scrapedGauge, type GaugeSource, type Sample } from './metrics/gauge-source.js';
export { Scrape } from './metrics/scrape.js';
