import type { AcceptancePressure } from './acceptance-pressure.js';
import { timeOfUuid } from './inbound-metrics.js';
import type { ParsingBacklog } from './parsing-backlog.js';

/** Messages that are being read, parsed or committed at once. */
export const MAX_IN_HAND = 256;
/** Parsing yields to acceptance entirely until the backlog is this full, and not at all once it is full. */
const YIELDING_FILL = 0.5;
/** A message that has waited this long gets a share of the work that grows, to an equal one after the second limit. */
const YIELDING_MS = 10_000;
const LONGEST_YIELDING_MS = 60_000;
/**
 * Once acceptance lets up in a flood, so many are in hand, and twice as many after each such time without its coming back: a
 * process that gets too little of the processor pauses as well, and would then take up more than it can finish before its
 * clients go on.
 */
const RESUMED_IN_HAND = 8;
const DOUBLED_MS = 25;

/** How many messages may be in hand now beside what acceptance takes. */
export function roomBeside(pressure: AcceptancePressure, backlog: ParsingBacklog): number {
  if (!pressure.isHigh) {
    const { flood, easedMs } = pressure;
    const resumed = RESUMED_IN_HAND ** flood * MAX_IN_HAND ** (1 - flood);
    return Math.min(MAX_IN_HAND, resumed * 2 ** (easedMs / DOUBLED_MS));
  }
  const byFill = (backlog.fill - YIELDING_FILL) / (1 - YIELDING_FILL);
  const byAge = (oldestMs(backlog) - YIELDING_MS) / (LONGEST_YIELDING_MS - YIELDING_MS);
  return Math.ceil(MAX_IN_HAND * Math.min(1, Math.max(0, byFill, byAge)));
}

/** How long the oldest message has waited. If the disk or blob store is slow, acceptance never lets up by itself. */
function oldestMs({ oldestId }: ParsingBacklog): number {
  return oldestId === undefined ? 0 : Date.now() - timeOfUuid(oldestId);
}
