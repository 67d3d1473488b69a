import { days, RowTrimmer, type Database } from '@mailroom/database';
import { auditEntries, endedTokens } from '@mailroom/identity';
import { expiredBodyRefs } from '@mailroom/mail';
import { deletedWebhooks, endedDeliveries } from '@mailroom/webhooks';

/** Days for which rows are kept whose time an operator may choose. */
export type RowRetention = {
  readonly auditDays: number;
  /** After a token was revoked or has expired. */
  readonly endedTokenDays: number;
  /** After a delivery ended, and after a webhook was deleted. */
  readonly webhookDeliveryDays: number;
};

/** A reference is reported as expired, rather than unknown, for a day after its end. */
const BODY_REF_DAYS = 1;

export function rowTrimmers(database: Database, retention: RowRetention): RowTrimmer[] {
  const { auditDays, endedTokenDays, webhookDeliveryDays } = retention;
  return [
    new RowTrimmer(database, auditEntries, days(auditDays)),
    new RowTrimmer(database, endedTokens, days(endedTokenDays)),
    new RowTrimmer(database, expiredBodyRefs, days(BODY_REF_DAYS)),
    new RowTrimmer(database, endedDeliveries, days(webhookDeliveryDays)),
    new RowTrimmer(database, deletedWebhooks, days(webhookDeliveryDays)),
  ];
}
