import { days, type Retention } from '@mailroom/database';

/** Idempotency keys are in force for 24 hours. */
export const KEY_RETENTION_SECONDS = days(1);

/** What the worker trims. */
export const idempotencyKeys: Retention = {
  table: 'idempotency_key',
  oldest: 'select created_at from idempotency_key order by created_at limit 1',
  keptSeconds: KEY_RETENTION_SECONDS,
};

/** What `EmailRetention` deletes, with all that belongs to an email. Ids grow with time. */
export const keptEmails = (keptDays: number): Retention => ({
  table: 'email',
  oldest: 'select created_at from email order by id limit 1',
  keptSeconds: days(keptDays),
});
