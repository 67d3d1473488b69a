const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Names of zones in minutes east of UTC: those of RFC 5322 §4.3, and those that programs write all the same. Of those
 * that mean several zones, the one with most mail counts.
 */
const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  met: 60,
  mez: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  sast: 120,
  eest: 180,
  msk: 180,
  trt: 180,
  msd: 240,
  pkt: 300,
  ist: 330,
  npt: 345,
  wib: 420,
  ict: 420,
  hkt: 480,
  sgt: 480,
  pht: 480,
  awst: 480,
  jst: 540,
  kst: 540,
  acst: 570,
  aest: 600,
  acdt: 630,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  nst: -210,
  ndt: -150,
  ast: -240,
  adt: -180,
  brt: -180,
  art: -180,
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
  akst: -540,
  akdt: -480,
  hst: -600,
};

const MAX_CHARACTERS = 200;
const TIME =
  '(?<hour>\\d{1,2})\\s?[:.]\\s?(?<minute>\\d{1,2})(?:\\s?[:.]\\s?(?<second>\\d{1,2}))?(?:[.,]\\d{1,9})?\\s*(?<half>[ap]\\.?m\\.?(?![a-z]))?';
const ZONE =
  '\\(?(?:(?:gmt|utc?|z)?\\s?(?<sign>[+-])(?<zoneHours>\\d{1,2}?)(?::?(?<zoneMinutes>\\d{2}))?(?!\\d)|(?<zone>[a-z]{1,5}))?';
const WEEKDAY = '(?:[a-z]{2,9}\\.?,?\\s*|,\\s*)?';
/** The forms in which programs write a date: as RFC 5322 has it, as C and as a log have it, and as ISO 8601 has it. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^${WEEKDAY}(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s.-]*(?<month>[a-z]{3,9})\\.?,?[\\s.-]*(?<year>\\d{4}|\\d{2,3}(?=\\s)),?\\s+(?:at\\s+)?${TIME}\\s*${ZONE}`,
    'i',
  ),
  new RegExp(
    `^(?:[a-z]{2,9}\\.?,?\\s+)?(?<month>[a-z]{3,9})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+${TIME}\\s+(?:(?<zoneBefore>[a-z]{1,5})\\s+)?(?<year>\\d{4})(?:\\s+${ZONE})?`,
    'i',
  ),
  new RegExp(
    `^${WEEKDAY}(?<month>[a-z]{3,9})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4}),?\\s+(?:at\\s+)?${TIME}\\s*${ZONE}`,
    'i',
  ),
  new RegExp(
    `^${WEEKDAY}(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?:\\s*t\\s*|,?\\s+)${TIME}\\s*${ZONE}`,
    'i',
  ),
];

/** Reads a Date field (RFC 5322 §3.3, its obsolete forms, and those of other standards) as ISO 8601 in UTC. */
export function parseSentAt(value: string | undefined): string | null {
  if (value === undefined) return null;
  const text = value.slice(0, MAX_CHARACTERS).trim();
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    const sentAt = parts === undefined ? null : instantOf(parts);
    if (sentAt !== null) return sentAt;
  }
  return null;
}

type Parts = { readonly [name: string]: string | undefined };

function instantOf(parts: Parts): string | null {
  const [month, year, day] = [monthOf(parts['month'] ?? ''), fullYear(parts['year'] ?? ''), Number(parts['day'])];
  const [hours, minutes, seconds] = [
    hourOf(Number(parts['hour']), parts['half']),
    Number(parts['minute']),
    Number(parts['second'] ?? '0'),
  ];
  // `Date.UTC` takes a year of two digits for one of the last century.
  if (month < 0 || month > 11 || year < 100 || hours > 23 || minutes > 59 || seconds > 60) return null;
  // 60 is a leap second (RFC 5322 §3.3).
  const written = Date.UTC(year, month, day, hours, minutes, Math.min(seconds, 59));
  if (new Date(written).getUTCDate() !== day) return null;
  const sentAt = new Date(written - minutesEast(parts) * 60_000);
  const sentIn = sentAt.getUTCFullYear();
  // A zone west of us carries the last hours of 9999 into a year that ISO 8601, and so the database, does not write.
  return sentIn < 1900 || sentIn > 9999 ? null : sentAt.toISOString();
}

/** Counted from zero; -1 where it names no month. */
function monthOf(written: string): number {
  return /^\d/.test(written) ? Number(written) - 1 : MONTHS.indexOf(written.slice(0, 3).toLowerCase());
}

/** 12 AM is midnight. An hour above 12 was counted by 24, whatever stands behind it. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

/** Unknown letters say nothing about the zone (RFC 5322 §4.3). */
function minutesEast({ sign, zoneHours, zoneMinutes = '0', zone, zoneBefore }: Parts): number {
  if (sign === undefined) return ZONES[(zone ?? zoneBefore)?.toLowerCase() ?? ''] ?? 0;
  return (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
}

/** Two digits below 50 mean this century; other years of two or three digits count from 1900 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
}
