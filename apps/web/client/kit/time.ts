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

/** The same in a sentence: "just now", "4 min ago", "in 4 min", "at 14:31", "on 17 Nov". */
export function timeInSentence(at: Date, now = new Date()): string {
  const ago = now.getTime() - at.getTime();
  const minutes = Math.floor(Math.abs(ago) / 60_000);
  if (minutes < 1) return ago >= 0 ? 'just now' : 'in a moment';
  if (minutes < 60) return ago >= 0 ? `${minutes} min ago` : `in ${minutes} min`;
  return at.toDateString() === now.toDateString() ? `at ${shortTime(at, now)}` : `on ${shortTime(at, now)}`;
}

/** When something is done next, in a sentence; what should have been done is done now. */
export const dueInSentence = (at: Date, now = new Date()): string => (at <= now ? 'now' : timeInSentence(at, now));

/** The marks of an axis: the time of day, and the date where a day begins or the marks are days apart. */
export function axisTime(at: Date, apartMs: number): string {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return apartMs >= DAY_MS || isMidnight ? day.format(at) : clock.format(at);
}
