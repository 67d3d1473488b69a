import { days, type ExpiringRows, type Retention } from '@mailroom/database';

/** Idempotency keys are in force for 24 hours. */
export const KEY_RETENTION_SECONDS = days(1);

export const idempotencyKeys: ExpiringRows = {
  table: 'idempotency_key',
  key: 'mailbox_id, key',
  since: 'created_at',
};

/** What `EmailRetention` deletes, with all that belongs to an email. Ids grow with time. */
export const keptEmails = (keptDays: number): Retention => ({
  table: 'email',
  oldest: 'select created_at from email order by id limit 1',
  keptSeconds: days(keptDays),
});
