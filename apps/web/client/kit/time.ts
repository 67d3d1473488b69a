const DAY_MS = 86_400_000;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Under an hour "4 min", today "14:31", then "17 Nov", in the zone of the reader. */
export function shortTime(at: Date, now = new Date()): string {
  const ago = now.getTime() - at.getTime();
  if (ago >= 0 && ago < 60_000) return 'now';
  if (ago >= 0 && ago < 3_600_000) return `${Math.floor(ago / 60_000)} min`;
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  return Math.abs(ago) < 300 * DAY_MS ? day.format(at) : dayOfYear.format(at);
}

/** The marks of an axis: the time of day, and the date where a day begins or the marks are days apart. */
export function axisTime(at: Date, apartMs: number): string {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return apartMs >= DAY_MS || isMidnight ? day.format(at) : clock.format(at);
}
