import pg from 'pg';

export const TIMESTAMPTZ = 1184;

const parseAny: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

/**
 * An instant as Postgres writes it, to the millisecond. Those of a session in UTC, which is nearly all of them, go through
 * the engine's own parser of ISO 8601: several times faster than the driver's.
 */
export function instantOf(text: string): Date {
  const isPlain = text.charCodeAt(10) === 0x20 && text.endsWith('+00');
  if (!isPlain) return parseAny(text);
  const time = text.slice(11, Math.min(23, text.length - 3));
  const instant = new Date(`${text.slice(0, 10)}T${time}Z`);
  return Number.isNaN(instant.getTime()) ? parseAny(text) : instant;
}
