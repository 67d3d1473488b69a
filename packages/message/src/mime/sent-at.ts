const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The obsolete zone names in minutes east of UTC (RFC 5322 §4.3). */
const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
};

const MAX_CHARACTERS = 200;
const DATE =
  /^(?:[a-z]{3,9}\.?,?\s+|,\s*)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2,4})\s+(\d{1,2})\s?:\s?(\d{2})(?:\s?:\s?(\d{2}))?(?:\.\d{1,9})?\s*(?:([+-])(\d{2}):?(\d{2})|\(?([a-z]{1,5})\)?)?/i;

/** Reads a Date field (RFC 5322 §3.3 and its obsolete forms) as ISO 8601 in UTC; null if it is not a date. */
export function parseSentAt(value: string | undefined): string | null {
  if (value === undefined) return null;
  const match = DATE.exec(value.slice(0, MAX_CHARACTERS));
  if (match === null) return null;
  const [, day, monthName = '', year = '', hour, minute, second = '0', sign, zoneHours, zoneMinutes, zoneName] = match;
  const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase());
  const date = new Date(0);
  date.setUTCFullYear(fullYear(year), month, Number(day));
  // 60 is a leap second (RFC 5322 §3.3).
  date.setUTCHours(Number(hour), Number(minute), Math.min(Number(second), 59));
  const isReal =
    month !== -1 &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) <= 60;
  if (!isReal) return null;
  const east =
    sign === undefined
      ? // Unknown letters say nothing about the zone (RFC 5322 §4.3).
        (ZONES[zoneName?.toLowerCase() ?? ''] ?? 0)
      : (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const sentAt = new Date(date.getTime() - east * 60_000);
  return sentAt.getUTCFullYear() < 1900 ? null : sentAt.toISOString();
}

/** Two digits below 50 mean this century; other years of two or three digits count from 1900 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
}
