import { shortTime } from './time.js';

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** A time; the whole of it, with its zone, on hover and for machines. */
export function Moment({ at }: { readonly at: string | Date }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {shortTime(date)}
    </time>
  );
}
