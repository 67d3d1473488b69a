import { readNumber, type Complain, type Environment } from '@mailroom/runtime';
import { readRiskThresholds, type RiskThresholds } from '@mailroom/send-policy';

/** How long an installation keeps what an operator may have to keep, or may not. */
export type JanitorConfig = {
  /** Days after which emails are deleted; null keeps them for ever. */
  readonly retentionDays: number | null;
  readonly auditDays: number;
  /** Days that a token is kept after it was revoked or has expired. */
  readonly endedTokenDays: number;
  /** Days that a delivery is kept after its end, and a webhook after it was deleted. */
  readonly webhookDeliveryDays: number;
  /** Where the controls of the sending policy begin to act; the default thresholds without it. */
  readonly thresholds?: RiskThresholds;
};

/** A hundred years: a larger number is a slip, and "for ever" means setting none. */
const MAX_RETENTION_DAYS = 36_500;

/** Reads the variables of the janitor; `complain` receives a line for each bad one. */
export function loadJanitorConfig(env: Environment, complain: Complain): JanitorConfig {
  const bounds = { min: 1, max: MAX_RETENTION_DAYS };
  const days = (name: string, otherwise: number) => readNumber(env, name, { ...bounds, otherwise }, complain);
  return {
    retentionDays: readNumber(env, 'EMAIL_RETENTION_DAYS', { ...bounds, otherwise: null }, complain),
    auditDays: days('AUDIT_RETENTION_DAYS', 400),
    endedTokenDays: days('TOKEN_RETENTION_DAYS', 90),
    webhookDeliveryDays: days('WEBHOOK_RETENTION_DAYS', 30),
    thresholds: readRiskThresholds(env, complain),
  };
}
