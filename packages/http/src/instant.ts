import { registerDecorator } from 'class-validator';

const shape = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/i;

export const INSTANT_MESSAGE = 'must be an instant in ISO 8601 with its zone, such as 2026-03-01T09:00:00Z';

/** An instant in ISO 8601: a date alone means its beginning in UTC, a time needs its zone, and the day must exist. */
export function parseInstant(text: string): Date | undefined {
  const [, year, month, day] = shape.exec(text) ?? [];
  const parsed = new Date(text);
  if (year === undefined || Number.isNaN(parsed.getTime())) return undefined;
  // JavaScript reads 30 February as the second of March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) && isWritable(parsed) ? parsed : undefined;
}

/** Outside these years, to which a zone may lead too, the database can't read what `toISOString` writes. */
function isWritable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** A field of a body that holds an instant for `parseInstant`. */
export function IsInstant(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'isInstant',
      target: target.constructor,
      propertyName: String(propertyName),
      options: { message: INSTANT_MESSAGE },
      validator: { validate: (value: unknown) => typeof value === 'string' && parseInstant(value) !== undefined },
    });
}
