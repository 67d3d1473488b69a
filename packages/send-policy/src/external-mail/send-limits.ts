/** How many external recipients a tenant may write to while its billing is `free`, in rolling windows. */
export class SendLimits {
  constructor(
    readonly externalPerHour: number,
    readonly externalPerDay: number,
  ) {}
}

const DEFAULT_PER_HOUR = 1;
const DEFAULT_PER_DAY = 10;
/** The account keeps an instant for each recipient of the last day. */
const MAX_LIMIT = 1_000;

export const defaultSendLimits = new SendLimits(DEFAULT_PER_HOUR, DEFAULT_PER_DAY);

/** Reads FREE_EXTERNAL_PER_HOUR and FREE_EXTERNAL_PER_DAY; `complain` receives a line for each bad one. */
export function readSendLimits(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
): SendLimits {
  const read = (name: string, otherwise: number): number => {
    const text = env[name];
    if (!text) return otherwise;
    const value = /^\d{1,4}$/.test(text) ? Number(text) : MAX_LIMIT + 1;
    if (value <= MAX_LIMIT) return value;
    complain(`${name} must be a number from 0 to ${MAX_LIMIT}, not "${text}".`);
    return otherwise;
  };
  return new SendLimits(
    read('FREE_EXTERNAL_PER_HOUR', DEFAULT_PER_HOUR),
    read('FREE_EXTERNAL_PER_DAY', DEFAULT_PER_DAY),
  );
}
