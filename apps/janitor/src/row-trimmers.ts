import { endedProofs, failedReceipts } from '@mailroom/billing';
import { days, RowTrimmer, type Database } from '@mailroom/database';
import {
  AUTOCRYPT_DAYS,
  expiredFoundKeys,
  FOUND_KEY_SECONDS,
  restedDirectories,
  silentAutocryptKeys,
} from '@mailroom/found-keys';
import {
  auditEntries,
  CHALLENGE_RETENTION_SECONDS,
  endedOAuthRecords,
  endedSessions,
  endedTokens,
  endedWebSessions,
  forgottenSignIns,
  pastChallenges,
  FAILED_SIGN_IN_SECONDS,
  WEB_SESSION_RETENTION_SECONDS,
} from '@mailroom/identity';
import { FREE_USE_SECONDS, forgottenUses } from '@mailroom/leases';
import { endedSignIns, expiredBodyRefs, MAIL_HOUR_DAYS, mailHours } from '@mailroom/mail';
import {
  FOLLOWED_RESOURCE_SECONDS,
  followedResources,
  handledEvents,
  INBOX_RETENTION_SECONDS,
} from '@mailroom/messaging';
import { RISK_TALLY_SECONDS, riskEvents, riskTallies } from '@mailroom/send-policy';
import { idempotencyKeys, KEY_RETENTION_SECONDS } from '@mailroom/sending';
import { RECENT_SIGNUP_SECONDS, recentSignups } from '@mailroom/signup';
import { deletedWebhooks, endedDeliveries } from '@mailroom/webhooks';
import type { JanitorConfig } from './config.js';

/** A reference is reported as expired, rather than unknown, for a day after its end. */
const BODY_REF_DAYS = 1;
/** The reuse of a refresh token is recognised for a day after its end. */
const OAUTH_DAYS = 1;

/** A payment that failed is shown for as long as somebody may ask why. */
const FAILED_RECEIPT_DAYS = 90;

/** A proof that was used is known as such for as long as somebody may ask why it is refused. */
const ENDED_PROOF_DAYS = 30;

/** The rows that go some time after an instant that they carry. */
export function rowTrimmers(database: Database, config: JanitorConfig): RowTrimmer[] {
  const { auditDays, endedTokenDays, webhookDeliveryDays } = config;
  return [
    new RowTrimmer(database, auditEntries, days(auditDays)),
    new RowTrimmer(database, riskEvents, days(auditDays)),
    new RowTrimmer(database, riskTallies, RISK_TALLY_SECONDS),
    new RowTrimmer(database, endedTokens, days(endedTokenDays)),
    new RowTrimmer(database, pastChallenges, CHALLENGE_RETENTION_SECONDS),
    new RowTrimmer(database, endedSessions, days(endedTokenDays)),
    new RowTrimmer(database, endedWebSessions, WEB_SESSION_RETENTION_SECONDS),
    new RowTrimmer(database, endedSignIns, days(endedTokenDays)),
    new RowTrimmer(database, forgottenSignIns, FAILED_SIGN_IN_SECONDS),
    new RowTrimmer(database, expiredFoundKeys, FOUND_KEY_SECONDS),
    new RowTrimmer(database, restedDirectories, FOUND_KEY_SECONDS),
    new RowTrimmer(database, silentAutocryptKeys, days(AUTOCRYPT_DAYS)),
    new RowTrimmer(database, endedOAuthRecords, days(OAUTH_DAYS)),
    new RowTrimmer(database, expiredBodyRefs, days(BODY_REF_DAYS)),
    new RowTrimmer(database, endedDeliveries, days(webhookDeliveryDays)),
    new RowTrimmer(database, mailHours, days(MAIL_HOUR_DAYS)),
    new RowTrimmer(database, deletedWebhooks, days(webhookDeliveryDays)),
    new RowTrimmer(database, idempotencyKeys, KEY_RETENTION_SECONDS),
    new RowTrimmer(database, recentSignups, RECENT_SIGNUP_SECONDS),
    new RowTrimmer(database, failedReceipts, days(FAILED_RECEIPT_DAYS)),
    new RowTrimmer(database, followedResources, FOLLOWED_RESOURCE_SECONDS),
    new RowTrimmer(database, endedProofs, days(ENDED_PROOF_DAYS)),
    new RowTrimmer(database, forgottenUses, FREE_USE_SECONDS),
    new RowTrimmer(database, handledEvents, INBOX_RETENTION_SECONDS),
  ];
}
