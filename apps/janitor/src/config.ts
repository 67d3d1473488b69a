import type { Complain, Environment } from '@mailroom/runtime';
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

/** Reads the variables of the janitor; `complain` receives a line for each bad one. */
export function loadJanitorConfig(env: Environment, complain: Complain): JanitorConfig {
  const readDays = (name: string, otherwise: number) => readRetentionDays(env, name, complain) ?? otherwise;
  return {
    retentionDays: readRetentionDays(env, 'EMAIL_RETENTION_DAYS', complain),
    auditDays: readDays('AUDIT_RETENTION_DAYS', 400),
    endedTokenDays: readDays('TOKEN_RETENTION_DAYS', 90),
    webhookDeliveryDays: readDays('WEBHOOK_RETENTION_DAYS', 30),
    thresholds: readRiskThresholds(env, complain),
  };
}

/** A hundred years: a larger number is a slip, and "for ever" means setting none. */
const MAX_RETENTION_DAYS = 36_500;

function readRetentionDays(env: Environment, name: string, complain: Complain): number | null {
  const text = env[name];
  if (!text) return null;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_RETENTION_DAYS) return days;
  complain(`${name} must be a number of days from 1 to ${MAX_RETENTION_DAYS}, not "${text}".`);
  return null;
}
