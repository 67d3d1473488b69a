/** The tables that get rows with mail. Each carries its mailbox, by which it can be parted. */
export const tablesOfMail = [
  'attachment',
  'email',
  'email_block',
  'email_envelope',
  'email_index',
  'email_label',
  'email_task',
  'feed_event',
  'idempotency_key',
  'outbound_job',
  'outbound_recipient',
  'search_posting',
  'search_range',
  'webhook_delivery',
] as const;

const SHARED =
  'several mailboxes hold one message, so it goes by its own UUID, which whoever wants it has from an email';
const BY_TIME = 'it goes by a UUID that rises with time, and after a day or so: it is to be parted by time';
const BY_TENANT = 'it is of a whole tenant, whichever of its mailboxes brought the row';
const WAITING = 'it holds what waits at the moment, and is nearly empty where all goes well';

/** The other tables that get rows with mail, and why they are not parted by mailbox. */
export const otherTablesOfMail: Readonly<Record<string, string>> = {
  raw_message: SHARED,
  message_content: SHARED,
  outbox_event: BY_TIME,
  inbox_event: BY_TIME,
  bus_delivery: BY_TIME,
  parse_attempt: WAITING,
  blob_deletion: WAITING,
  search_deletion: WAITING,
  suppression: BY_TENANT,
  ledger_entry: BY_TENANT,
  autocrypt_key: BY_TENANT,
};

/** What grows with tenants, mailboxes, people, payments and time. */
export const tablesOfOthers = [
  ...['tenant', 'app_user', 'access_token', 'audit_entry', 'rate_limit_bucket', 'oauth_record', 'oauth_grant'],
  ...['siwe_challenge', 'wallet', 'wallet_session', 'mailbox_password', 'failed_sign_in', 'web_session'],
  ...['signup', 'recent_signup', 'mail_domain', 'mailbox', 'mailbox_sign_in', 'body_ref', 'draft', 'draft_attachment'],
  ...[
    'mail_key',
    'bridge',
    'mail_hour',
    'mail_hour_progress',
    'search_mailbox',
    'search_home',
    'bus_consumer',
    'bus_stream',
  ],
  ...['feed_listener', 'followed_resource', 'risk_tally', 'risk_event', 'dkim_key', 'webhook', 'credit_account'],
  ...['receipt', 'payment_proof', 'mailbox_lease', 'free_use', 'found_key', 'key_directory', 'key_pin'],
  '_prisma_migrations',
];
