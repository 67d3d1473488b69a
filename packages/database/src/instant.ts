import pg from 'pg';

export const TIMESTAMPTZ = 1184;

const parseAny: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

/**
 * Reads an instant as Postgres writes it, to the millisecond. Instants of a session in UTC, nearly all of them, go
 * through the engine's own ISO 8601 parser, which is several times faster than the driver's.
 */
export function instantOf(text: string): Date {
  const isPlain = text.charCodeAt(10) === 0x20 && text.endsWith('+00');
  if (!isPlain) return parseAny(text);
  const time = text.slice(11, Math.min(23, text.length - 3));
  const instant = new Date(`${text.slice(0, 10)}T${time}Z`);
  return Number.isNaN(instant.getTime()) ? parseAny(text) : instant;
}
