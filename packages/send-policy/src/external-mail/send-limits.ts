import { readNumber, type Complain, type Environment } from '@mailroom/errors';

/** How many external recipients a tenant may write to until it has paid for an upgrade, in rolling windows. */
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
export function readSendLimits(env: Environment, complain: Complain): SendLimits {
  const read = (name: string, otherwise: number) => readNumber(env, name, { max: MAX_LIMIT, otherwise }, complain);
  return new SendLimits(
    read('FREE_EXTERNAL_PER_HOUR', DEFAULT_PER_HOUR),
    read('FREE_EXTERNAL_PER_DAY', DEFAULT_PER_DAY),
  );
}
