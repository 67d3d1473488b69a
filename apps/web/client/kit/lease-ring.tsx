import { useNow } from './use-now.js';

const HOUR_MS = 3_600_000;

/** "3 h 41 min", under an hour "22 min", under ten minutes "1:55". */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return `${hours} h ${minutes % 60} min`;
}

type RingProps = { readonly left: number; readonly soon: boolean; readonly big?: boolean };

/** Its width and radius in both sizes. */
const sizes = { small: [16, 6], big: [56, 25] } as const;

function Ring({ left, soon, big = false }: RingProps) {
  const [width, radius] = big ? sizes.big : sizes.small;
  const length = 2 * Math.PI * radius;
  const circle = { cx: width / 2, cy: width / 2, r: radius };
  return (
    <span className={soon ? 'lease soon' : 'lease'}>
      <svg className={big ? 'leasering big' : 'leasering'} viewBox={`0 0 ${width} ${width}`} aria-hidden="true">
        <circle className="t" {...circle} />
        <circle className="v" {...circle} strokeDasharray={`${(length * left).toFixed(1)} ${length.toFixed(1)}`} />
      </svg>
    </span>
  );
}

type LeaseProps = {
  readonly endsAt: string;
  /** From when it runs: with it the ring knows how much is gone. */
  readonly since?: string | undefined;
  /** The length where the beginning is not known. */
  readonly lengthMs?: number;
  readonly big?: boolean;
};

/** A lease that runs: what is left of it, as a part of the ring and as a time. Amber in its last fifth or hour. */
export function useLease({ endsAt, since, lengthMs = 300_000 }: LeaseProps) {
  const now = useNow();
  const end = Date.parse(endsAt);
  const whole = since === undefined ? lengthMs : Math.max(1, end - Date.parse(since));
  const leftMs = Math.max(0, end - now);
  const soon = leftMs < Math.min(HOUR_MS, whole / 5);
  return { leftMs, part: Math.min(1, leftMs / whole), soon, over: leftMs === 0 };
}

/** The ring alone, where the time stands beside it in another size. */
export function LeaseRing(props: LeaseProps) {
  const { part, soon } = useLease(props);
  return <Ring left={part} soon={soon} big={props.big ?? false} />;
}

/** The ring, and the minutes and seconds that are left. */
export function LeaseClock(props: LeaseProps) {
  const { part, soon, leftMs, over } = useLease(props);
  return (
    <span className={soon ? 'lease soon' : 'lease'}>
      <Ring left={part} soon={soon} />
      <time dateTime={props.endsAt}>{over ? 'ran out' : timeLeft(leftMs)}</time>
    </span>
  );
}
