import { readNumber, type Complain, type Environment } from '@mailroom/errors';

/** Where each control begins to act. A control whose count is 0 is off. */
export class RiskThresholds {
  /** Hard bounces of the last day: at least so many, and at least this share of the external recipients. */
  readonly bounceMin: number = 5;
  readonly bouncePercent: number = 10;
  readonly complaintMin: number = 2;
  readonly complaintPercent: number = 1;
  /** Mails of the last day that were refused because they named a suppressed address. */
  readonly suppressedTries: number = 20;
  /** External recipients of the last day who never wrote to the tenant. */
  readonly strangers: number = 200;
  /** Recipients within a day, by a tenant that is younger than `burstHours`. */
  readonly burstRecipients: number = 100;
  readonly burstHours: number = 24;

  constructor(values: Partial<RiskThresholds> = {}) {
    Object.assign(this, values);
  }
}

type Threshold = keyof RiskThresholds;

const variables: Readonly<Record<Threshold, readonly [name: string, min: number, max: number]>> = {
  bounceMin: ['CONTROL_BOUNCE_MIN', 0, 1_000_000],
  bouncePercent: ['CONTROL_BOUNCE_PERCENT', 1, 100],
  complaintMin: ['CONTROL_COMPLAINT_MIN', 0, 1_000_000],
  complaintPercent: ['CONTROL_COMPLAINT_PERCENT', 1, 100],
  suppressedTries: ['CONTROL_SUPPRESSED_TRIES', 0, 1_000_000],
  strangers: ['CONTROL_STRANGERS', 0, 1_000_000],
  burstRecipients: ['CONTROL_BURST_RECIPIENTS', 0, 1_000_000],
  burstHours: ['CONTROL_BURST_HOURS', 1, 8_760],
};

/** Reads the thresholds of the controls; `complain` receives a line for each bad one. */
export function readRiskThresholds(env: Environment, complain: Complain): RiskThresholds {
  const given = Object.entries(variables).flatMap(([threshold, [name, min, max]]) => {
    const value = readNumber(env, name, { min, max, otherwise: null }, complain);
    return value === null ? [] : [[threshold, value]];
  });
  return new RiskThresholds(Object.fromEntries(given));
}
