-- The schema of the first release (docs/adr/0045), grouped by the package that owns each table. prisma/schema says the
-- same, but for what Prisma has no words for: partial indexes, storage settings, unlogged tables, triggers.

-- identity

create table tenant (
  id text primary key,
  name text not null,
  status text not null default 'active',
  -- Tenants that pay for themselves are metered. Those that the operator creates are not: they send without limits and
  -- credits.
  metered boolean not null default false,
  billing_state text not null default 'paid_active',
  send_policy text not null default 'external_enabled',
  created_at timestamptz(6) not null default current_timestamp,
  constraint tenant_billing_state_check check (billing_state in ('free', 'paid_review', 'paid_active')),
  constraint tenant_send_policy_check check (send_policy in ('internal_only', 'external_review', 'external_enabled'))
);
-- What an operator lists over all tenants, here and below: tenants of a state, newest first, and those whose name or id
-- begins with something.
create index tenant_standing_idx on tenant (status, send_policy, billing_state, metered, created_at, id);
create index tenant_name_begins_idx on tenant (lower(name) text_pattern_ops);
create index tenant_id_begins_idx on tenant (lower(id) text_pattern_ops);

create table app_user (
  id serial primary key,
  tenant_id text not null references tenant (id),
  name text not null default '',
  created_at timestamptz(6) not null default current_timestamp
);

create table access_token (
  id serial primary key,
  tenant_id text not null references tenant (id),
  -- It refers to a table of mail, which is created below, as do those of oauth_grant and mailbox_password.
  mailbox_id integer,
  level text not null,
  name text not null default '',
  scopes text[],
  token_hash bytea not null,
  expires_at timestamptz(6),
  revoked_at timestamptz(6),
  last_used_at timestamptz(6),
  -- A hosted token may be rotated into one that lives longer than it does itself; no other token may.
  hosted boolean not null default false,
  -- The token that this one was rotated into.
  successor_id integer,
  created_at timestamptz(6) not null default current_timestamp
);
create unique index access_token_token_hash_key on access_token (token_hash);
create index access_token_mailbox_id_idx on access_token (mailbox_id);
-- Retention finds tokens by the time at which they ended, without a walk through those in force.
create index access_token_ended_partial on access_token (least(revoked_at, expires_at))
  where revoked_at is not null or expires_at is not null;
create index access_token_successor_partial on access_token (successor_id) where successor_id is not null;

-- Who changed tokens and mailboxes. It has no foreign keys, so that it outlives what it describes.
create table audit_entry (
  id bigserial primary key,
  tenant_id text not null,
  actor text not null,
  principal_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  details jsonb not null default '{}',
  request_id text,
  created_at timestamptz(6) not null default current_timestamp
);
create index audit_entry_tenant_id_id_idx on audit_entry (tenant_id, id);
create index audit_entry_created_at_idx on audit_entry (created_at);
-- Changes of one kind, and what operators did.
create index audit_entry_action_id_idx on audit_entry (action, id);
create index audit_operator_partial on audit_entry (id) where actor = 'operator';
-- Why a tenant's standing is what it is.
create index audit_standing_partial on audit_entry (tenant_id, id) where action = 'tenant.policy_changed';

-- What is left of each principal's quota. Unlogged: after a crash every bucket is full again, which harms nobody.
create unlogged table rate_limit_bucket (
  principal_id text primary key,
  tokens double precision not null,
  granted integer not null,
  refilled_at timestamptz(6) not null default current_timestamp
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- What the OAuth server remembers, so that every replica knows it: clients, sign-ins under way, grants and tokens.
create table oauth_record (
  -- Client, Grant, AccessToken and so on.
  kind text not null,
  -- The SHA-256 of what names it: nobody who reads the table can use a token.
  id_hash bytea not null,
  payload jsonb not null,
  -- What the records of one consent have in common; they end together.
  grant_id text,
  uid_hash bytea,
  expires_at timestamptz(6),
  consumed_at timestamptz(6),
  -- The network from which a stranger registered a client, until somebody lets it in, so that one of them can't fill
  -- the place of all.
  network text,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (kind, id_hash)
);
create index oauth_record_grant_id_partial on oauth_record (grant_id) where grant_id is not null;
create unique index oauth_record_uid_hash_partial on oauth_record (kind, uid_hash) where uid_hash is not null;
create index oauth_record_expires_at_idx on oauth_record (expires_at);
create index oauth_record_network_partial on oauth_record (network, created_at) where network is not null;
create index oauth_record_idle_created_at_partial on oauth_record (created_at) where network is not null;

-- For what somebody has consented: which mailbox, how far, and on the strength of which token. It ends with that token.
create table oauth_grant (
  id text primary key,
  tenant_id text not null references tenant (id),
  mailbox_id integer not null,
  token_id integer not null references access_token (id) on delete cascade,
  client_name text not null default '',
  created_at timestamptz(6) not null default current_timestamp
);
create index oauth_grant_mailbox_id_idx on oauth_grant (mailbox_id);
create index oauth_grant_token_id_idx on oauth_grant (token_id);

-- Who signs in with a wallet.
create table siwe_challenge (
  nonce text primary key,
  -- In lower case, as the addresses of wallets are kept.
  address text not null,
  -- The very text that must be signed.
  message text not null,
  -- Who asked, as the network that bounds how often.
  network text not null,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  used_at timestamptz(6)
);
create index siwe_challenge_expires_at_idx on siwe_challenge (expires_at);
create index siwe_challenge_network_created_at_idx on siwe_challenge (network, created_at);

-- One agent for each wallet. The wallet may move to another tenant that proves to own it; the agent goes with it.
create table wallet (
  address text primary key check (address = lower(address)),
  agent_id text not null unique,
  tenant_id text not null references tenant (id),
  created_at timestamptz(6) not null default current_timestamp,
  bound_at timestamptz(6) not null default current_timestamp
);
create index wallet_tenant_id_idx on wallet (tenant_id);
create index wallet_created_at_idx on wallet (created_at);

create table wallet_session (
  id bigserial primary key,
  token_hash bytea not null unique,
  address text not null references wallet (address),
  agent_id text not null,
  tenant_id text not null references tenant (id),
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  last_used_at timestamptz(6),
  ended_at timestamptz(6)
);
create index wallet_session_address_expires_at_idx on wallet_session (address, expires_at);
create index wallet_session_expires_at_idx on wallet_session (expires_at);

-- The password of a mailbox, for the webmail and for mail that is sent with it.
create table mailbox_password (
  mailbox_id integer primary key,
  -- With its parameters, so that they may change: `scrypt$N$r$p$salt$key`.
  hash text not null,
  -- It goes up with each new password; a sign-in that began under an older one is over.
  generation integer not null default 1,
  -- When a wrong password came in the last hour, newest last.
  failures timestamptz(6)[] not null default '{}',
  changed_at timestamptz(6) not null default current_timestamp
);

-- Wrong passwords of callers without a credential, by address and network, so that nobody locks another's mailbox.
create table failed_sign_in (
  -- SHA-256, whether anybody can sign in with the address or not.
  address_hash bytea not null,
  -- '' for all networks together.
  network text not null,
  -- When a wrong password came in the last hour, newest last.
  failures timestamptz(6)[] not null default '{}',
  failed_at timestamptz(6) not null default current_timestamp,
  primary key (address_hash, network)
);
create index failed_sign_in_failed_at_idx on failed_sign_in (failed_at);

-- Sign-ins of people in a browser. The row is found by a hash of the cookie, and the credential is sealed with what
-- only the cookie holds.
create table web_session (
  id_hash bytea primary key,
  surface text not null check (surface in ('app', 'webmail', 'admin')),
  sealed_credential bytea not null,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null
);
create index web_session_expires_at_idx on web_session (expires_at);

-- signup

-- What a tenant said of itself when it signed up.
create table signup (
  tenant_id text primary key references tenant (id),
  agent_name text not null default '',
  operator_email text not null default '',
  product_name text not null default '',
  use_case text not null default '',
  created_at timestamptz(6) not null default clock_timestamp()
);

-- The signups of the last day: what limits and repeated requests look at. It holds the network of each client, and so
-- goes after that day.
create table recent_signup (
  id bigserial primary key,
  -- `192.0.2.7/32` or `2001:db8::/64`.
  network text not null,
  idempotency_key text,
  request_hash bytea,
  -- What a request with a key was answered, sealed: it holds a token.
  answer text,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint recent_signup_key_check check (
    (idempotency_key is null) = (request_hash is null) and (idempotency_key is null) = (answer is null))
);
create unique index recent_signup_network_idempotency_key_key on recent_signup (network, idempotency_key);
create index recent_signup_network_created_at_idx on recent_signup (network, created_at);
create index recent_signup_created_at_idx on recent_signup (created_at);

-- mail

create table mail_domain (
  name text primary key,
  tenant_id text not null references tenant (id),
  -- Tenants other than its owner may create mailboxes on it.
  shared boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp
);
create index mail_domain_begins_idx on mail_domain (lower(name) text_pattern_ops);

create table mailbox (
  id serial primary key,
  tenant_id text not null references tenant (id),
  user_id integer not null references app_user (id),
  address text not null,
  domain text not null,
  name text not null default '',
  status smallint not null default 0,
  all_receive boolean not null default false,
  -- What the address looks like, so that no second one of its domain looks the same. It is null until it is worked out,
  -- and "" where an older mailbox of the domain has that look.
  look text,
  -- Until when a leased mailbox takes and sends mail; null for one that is there to stay. From then on it is as if
  -- disabled.
  leased_until timestamptz(6),
  -- Whether its mail is sealed to the keys of its readers.
  encryption text not null default 'none' check (encryption in ('none', 'sealed')),
  seal_before_extraction boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp
);
create unique index mailbox_address_key on mailbox (address);
-- Pages of a tenant's mailboxes.
create index mailbox_tenant_id_id_idx on mailbox (tenant_id, id);
-- A domain's catch-all.
create index mailbox_catch_all_partial on mailbox (domain, status, id) where all_receive;
create unique index mailbox_look_partial on mailbox (domain, look) where look <> '';
create index mailbox_address_begins_idx on mailbox (lower(address) text_pattern_ops);
-- Mailboxes that somebody has disabled.
create index mailbox_disabled_partial on mailbox (id) where status = 1;

alter table access_token add foreign key (mailbox_id) references mailbox (id);
alter table oauth_grant add foreign key (mailbox_id) references mailbox (id);
alter table mailbox_password add foreign key (mailbox_id) references mailbox (id);

-- Who reads a mailbox after signing in with its address and its password.
create table mailbox_sign_in (
  id bigserial primary key,
  token_hash bytea not null unique,
  mailbox_id integer not null references mailbox (id),
  -- Of the password that it began with; it is over when that password is replaced.
  generation integer not null,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  ended_at timestamptz(6)
);
create index mailbox_sign_in_mailbox_id_expires_at_idx on mailbox_sign_in (mailbox_id, expires_at);
create index mailbox_sign_in_expires_at_idx on mailbox_sign_in (expires_at);

create table raw_message (
  id uuid primary key,
  content bytea,
  blob text,
  size integer not null,
  envelope_sender text,
  client_address text not null default '',
  helo text not null default '',
  received_at timestamptz(6) not null default current_timestamp,
  -- What lies here is encrypted with the installation's key until it is sealed.
  awaits_seal boolean not null default false
);
-- Whether any blob of a segment is still held: locators begin with its name.
create index raw_message_blob_partial on raw_message (blob text_pattern_ops) where blob is not null;

create table message_content (
  raw_id uuid primary key,
  plain_text text not null,
  -- Whether the plain text was made from the HTML.
  plain_text_source text not null default 'text',
  html text not null,
  headers jsonb,
  reference_ids text[],
  authentication jsonb,
  extractions jsonb,
  machine_sent boolean not null default false,
  report jsonb,
  -- What a mail adds to its conversation; null where that is all of its plain text.
  extracted_text text,
  trust jsonb
);
-- No statement looks for rows by these columns, and their statistics would take a fifth of Postgres's time in a flood of
-- mail (docs/adr/0073). The same goes for the other tables that grow with mail.
alter table message_content
  alter column plain_text set statistics 0, alter column plain_text_source set statistics 0,
  alter column html set statistics 0, alter column headers set statistics 0,
  alter column reference_ids set statistics 0, alter column authentication set statistics 0,
  alter column extractions set statistics 0, alter column machine_sent set statistics 0,
  alter column report set statistics 0, alter column extracted_text set statistics 0,
  alter column trust set statistics 0;
-- It is a key, of which a few rows tell enough.
alter table message_content alter column raw_id set statistics 10;

create table email (
  id bigserial primary key,
  mailbox_id integer not null references mailbox (id),
  direction smallint not null,
  status text not null,
  unread boolean not null,
  raw_id uuid not null,
  recipient text not null default '',
  from_email text not null default '',
  from_name text not null default '',
  to_addresses jsonb not null default '[]',
  cc_addresses jsonb not null default '[]',
  bcc_addresses jsonb not null default '[]',
  reply_to_addresses jsonb not null default '[]',
  subject text not null default '',
  snippet text not null default '',
  message_id text not null default '',
  in_reply_to text not null default '',
  thread_id text not null default '',
  encrypted boolean not null default false,
  -- For which OpenPGP keys it is, as its first packets say: 16 hexadecimal digits each.
  encrypted_for text[] not null default '{}',
  -- What is known of its OpenPGP signature, by the keys that its tenant knows; null for nearly all mail.
  pgp_signature jsonb,
  verification_code text not null default '',
  has_body boolean not null default false,
  attachment_count integer not null default 0,
  provider_message_id text not null default '',
  error_message text not null default '',
  captured boolean not null default false,
  sent_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  -- Nobody sees the email as long as this is null.
  ready_at timestamptz(6),
  labels text[] not null default '{}'
);
-- What still waits for the parser: small, and the horizon of oldest-first lists.
create index email_unready_partial on email (mailbox_id, id) where ready_at is null;
-- One thread's emails, newest first, and whether an email is the newest of its thread.
create index email_thread_partial on email (mailbox_id, thread_id, id desc) where ready_at is not null;
-- Which emails still hold a raw message. Those that wait for their parser are few, and are looked through instead, so
-- that taking mail in writes nothing more.
create index email_raw_partial on email (raw_id) where ready_at is not null;
-- Lists walk this with a keyset on id; mail that is not ready is not in it. This and the next are walked in an order by
-- `id + 0`, which no other index offers. Otherwise the planner may walk the primary key past everybody else's mail: it
-- knows averages alone, and a mailbox with nearly everything, or a Message-ID that one sender repeats, is no average.
create index email_list_partial on email (mailbox_id, direction, (id + 0) desc) where ready_at is not null;
-- Threading looks up the messages that a reply refers to.
create index email_message_id_partial on email (mailbox_id, message_id, (id + 0)) where message_id <> '';
-- The encrypted mail of a mailbox, among which its owner finds what to wrap for an agent key.
create index email_encrypted_partial on email (mailbox_id, id) where encrypted;
alter table email
  alter column recipient set statistics 0, alter column from_name set statistics 0,
  alter column to_addresses set statistics 0, alter column cc_addresses set statistics 0,
  alter column bcc_addresses set statistics 0, alter column reply_to_addresses set statistics 0,
  alter column subject set statistics 0, alter column snippet set statistics 0,
  alter column in_reply_to set statistics 0, alter column encrypted_for set statistics 0,
  alter column pgp_signature set statistics 0, alter column error_message set statistics 0;
-- An id tells the mailbox: who names both is not to be taken for somebody who finds fewer emails.
create statistics email_place (dependencies) on id, mailbox_id from email;

-- The emails that carry a label: the array of an email is what is shown, this is how a list finds it.
create table email_label (
  mailbox_id integer not null,
  label text not null,
  direction smallint not null,
  email_id bigint not null,
  primary key (mailbox_id, label, direction, email_id)
);
create index email_label_email_id_idx on email_label (email_id);

create table attachment (
  id bigserial primary key,
  email_id bigint not null,
  mailbox_id integer not null,
  position integer not null,
  filename text,
  mime_type text not null,
  size integer not null,
  disposition text,
  content_id text,
  key text not null,
  part_offset integer not null,
  part_length integer not null,
  encoding text not null,
  created_at timestamptz(6) not null default current_timestamp
);
create index attachment_email_id_idx on attachment (email_id);

create table body_ref (
  id text primary key,
  mailbox_id integer not null,
  subject text,
  plain_text text,
  html text,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null
);
create index body_ref_expires_at_idx on body_ref (expires_at);

-- Blobs that no row holds any more, written with the deletion of the row and worked off later.
create table blob_deletion (
  blob text primary key,
  due_at timestamptz(6) not null default current_timestamp
);
create index blob_deletion_due_at_idx on blob_deletion (due_at);

-- What people are still writing.
create table draft (
  id bigserial primary key,
  mailbox_id integer not null references mailbox (id),
  -- It goes up each time what is written is saved; attachments leave it.
  version integer not null default 1,
  -- The latest change of any kind, in the order of all changes: what is listed goes by it, and what is sent names it.
  change_id bigserial not null,
  -- As they are typed, so they need not be addresses yet.
  to_addresses text[] not null default '{}',
  cc_addresses text[] not null default '{}',
  bcc_addresses text[] not null default '{}',
  subject text not null default '',
  plain_text text not null default '',
  html text,
  -- The received email that is answered.
  in_reply_to bigint,
  created_at timestamptz(6) not null default current_timestamp,
  updated_at timestamptz(6) not null default current_timestamp
);
create index draft_mailbox_id_change_id_idx on draft (mailbox_id, change_id);

-- The bytes of each lie as those of a message do, so that whatever keeps, moves and deletes those knows them as well.
create table draft_attachment (
  id bigserial primary key,
  draft_id bigint not null references draft (id),
  raw_id uuid not null unique references raw_message (id),
  filename text not null,
  mime_type text not null,
  size integer not null,
  disposition text not null,
  content_id text,
  created_at timestamptz(6) not null default current_timestamp
);
create index draft_attachment_draft_id_idx on draft_attachment (draft_id);

-- OpenPGP keys: whom others write to, and who reads.
create table mail_key (
  id serial primary key,
  mailbox_id integer not null references mailbox (id),
  -- owner: of the person who reads the mailbox; agent: of a program that holds a token.
  kind text not null,
  -- An agent key belongs to the token that registered it, and goes with it.
  token_id integer references access_token (id) on delete cascade,
  -- Hexadecimal in lower case; of each part of the key its id as well.
  fingerprint text not null,
  key_ids text[] not null,
  public_key bytea not null,
  -- Nobody can use it without the passphrase, which never comes here.
  locked_private_key bytea,
  -- Under which the Web Key Directory has an owner key.
  web_key_hash text,
  created_at timestamptz(6) not null default current_timestamp,
  -- Set when another owner key took its place; older mail is still for this one.
  replaced_at timestamptz(6)
);
create index mail_key_mailbox_id_id_idx on mail_key (mailbox_id, id);
create index mail_key_token_id_idx on mail_key (token_id);
create unique index mail_key_owner_partial on mail_key (mailbox_id) where kind = 'owner' and replaced_at is null;
create index mail_key_web_partial on mail_key (web_key_hash) where web_key_hash is not null and replaced_at is null;

-- Bridges, which hold the private keys of agents.
create table bridge (
  id serial primary key,
  -- It belongs to the token of its key, and goes with it.
  key_id integer not null references mail_key (id) on delete cascade,
  -- The secret itself was shown once.
  secret_hash bytea not null,
  created_at timestamptz(6) not null default current_timestamp
);
create index bridge_key_id_id_idx on bridge (key_id, id);

-- Session keys that were wrapped for agent keys later.
create table email_envelope (
  email_id bigint not null references email (id) on delete cascade,
  mailbox_id integer not null,
  key_id integer not null references mail_key (id) on delete cascade,
  -- One public-key encrypted session key packet (RFC 9580 section 5.1).
  packet bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (email_id, key_id, mailbox_id)
);
create index email_envelope_key_id_idx on email_envelope (key_id);

-- What happened to mail, by the hour, so that nobody counts a million rows to draw a curve.
create table mail_hour (
  -- Empty for the whole installation.
  tenant_id text not null,
  hour timestamptz(6) not null,
  received integer not null default 0,
  handled integer not null default 0,
  sent integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (tenant_id, hour)
) with (fillfactor = 70);
create index mail_hour_hour_idx on mail_hour (hour);

-- Until when mail has been counted: one row, whose lock lets one process count at a time.
create table mail_hour_progress (
  id integer primary key default 1,
  counted_until timestamptz(6) not null default current_timestamp,
  constraint mail_hour_progress_one_check check (id = 1)
);

-- search

-- Up to which email the blocks of a mailbox go, how many were sealed in all, and how many emails lie beyond.
create table search_mailbox (
  mailbox_id integer primary key,
  sealed_until bigint not null default 0,
  sealed_blocks integer not null default 0,
  unsealed integer not null default 0,
  -- Whether a range of its blocks is complete whose postings were not parted by words yet.
  unpacked boolean not null default false
);
-- Mailboxes that have a block to seal.
create index search_mailbox_unsealed_partial on search_mailbox (mailbox_id) where unsealed >= 128;
-- Mailboxes that have a range to pack.
create index search_mailbox_unpacked_partial on search_mailbox (mailbox_id) where unpacked;

create table email_index (
  mailbox_id integer not null,
  email_id bigint not null references email (id) on delete cascade,
  direction smallint not null,
  has_attachment boolean not null,
  created_at timestamptz(6) not null,
  words tsvector not null,
  -- It came after its place was sealed, and its block does not hold its words yet.
  late boolean not null default false,
  primary key (mailbox_id, email_id)
);
create unique index email_index_email_id_key on email_index (email_id);
create index email_index_late_partial on email_index (mailbox_id, email_id) where late;
alter table email_index alter column words set statistics 0;

-- Which of 64 to 127 emails hold which words, in a few bytes. The indexer makes it from email_index.
create table email_block (
  mailbox_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  -- 32 blocks or more that follow each other have it in common.
  range integer not null,
  ids bytea not null,
  postings bytea not null,
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  stale boolean not null default false,
  -- Its postings are among those of its range, too.
  packed boolean not null default false,
  primary key (mailbox_id, first_id)
);
create index email_block_stale_partial on email_block (mailbox_id, first_id) where stale;
create index email_block_unpacked_partial on email_block (mailbox_id, first_id) where not packed;
alter table email_block alter column ids set statistics 0, alter column postings set statistics 0;

-- The postings of 32 neighbouring blocks, parted by words, so that a search reads those of its own words alone.
create table search_range (
  mailbox_id integer not null,
  range integer not null,
  first_id bigint not null,
  last_id bigint not null,
  -- A power of two.
  buckets integer not null,
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  primary key (mailbox_id, range)
);
create table search_posting (
  mailbox_id integer not null,
  range integer not null,
  bucket integer not null,
  postings bytea not null,
  primary key (mailbox_id, range, bucket)
);
alter table search_posting alter column postings set statistics 0;

-- A block that lost emails is made anew in the background, so that it tells of no deleted mail for long.
create function mark_stale_blocks() returns trigger language plpgsql as $$
BEGIN
  UPDATE email_block b SET stale = true FROM (
    SELECT DISTINCT g.mailbox_id, f.first_id FROM gone g CROSS JOIN LATERAL (
      SELECT o.first_id FROM email_block o WHERE o.mailbox_id = g.mailbox_id AND o.first_id <= g.email_id
      ORDER BY o.first_id DESC LIMIT 1) f) g
  WHERE b.mailbox_id = g.mailbox_id AND b.first_id = g.first_id AND NOT b.stale;
  RETURN NULL;
END $$;
create trigger email_index_deleted after delete on email_index
  referencing old table as gone for each statement execute function mark_stale_blocks();

-- inbound

-- Messages that were slow to parse, or that took their parser down: how often they were tried, in whatever process. It
-- is empty where all goes well, and a row goes with its message or when that is ready.
create table parse_attempt (
  raw_id uuid primary key references raw_message (id) on delete cascade,
  attempts integer not null,
  last_at timestamptz(6) not null default now()
);

-- tasks

create table email_task (
  email_id bigint primary key,
  mailbox_id integer not null,
  seq bigint not null,
  ready boolean not null default false,
  status text not null default 'new',
  reason text not null default '',
  handled_by text not null default '',
  handled_at timestamptz(6),
  lease_owner text,
  lease_token text,
  lease_principal_id text,
  lease_expires_at timestamptz(6),
  attempts integer not null default 0,
  max_attempts integer not null default 5,
  checkpoint text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- seq and not the primary key orders them, so that the planner never walks past handled rows.
create index task_new_partial on email_task (mailbox_id, seq) where status = 'new' and ready;
create index task_processing_partial on email_task (mailbox_id, seq) where status = 'processing' and ready;
create index task_settled_partial on email_task (mailbox_id, status, seq)
  where status in ('handled', 'needs_human', 'ignored') and ready;
-- What was handled in an hour.
create index task_handled_partial on email_task (handled_at) where status = 'handled';
create statistics email_task_place (dependencies) on email_id, mailbox_id from email_task;

-- messaging

create table outbox_event (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(6) not null default current_timestamp,
  due_at timestamptz(6) not null default current_timestamp,
  sent_at timestamptz(6),
  -- The trace that a thing belongs to, as W3C's traceparent (55 characters), here and below: it goes on where the work
  -- does.
  traceparent text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index outbox_unsent_partial on outbox_event (due_at) where sent_at is null;
alter table outbox_event alter column payload set statistics 0, alter column traceparent set statistics 0;

create table bus_consumer (
  name text primary key,
  types text[],
  created_at timestamptz(6) not null default current_timestamp,
  -- It is kept so that any process can declare every consumer to a new stream.
  ack_wait_seconds integer not null default 30
);

create table bus_delivery (
  consumer text not null,
  event_id uuid not null,
  type text not null,
  payload jsonb not null,
  occurred_at timestamptz(6) not null,
  attempts integer not null default 0,
  due_at timestamptz(6) not null default current_timestamp,
  last_error text,
  poisoned_at timestamptz(6),
  traceparent text,
  primary key (consumer, event_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index bus_due_partial on bus_delivery (consumer, due_at) where poisoned_at is null;
-- What an operator watches is found without reading what is well; so are unknown jobs and disabled webhooks below.
create index bus_poisoned_partial on bus_delivery (consumer) where poisoned_at is not null;
-- Events that were set aside, newest first.
create index bus_poisoned_at_partial on bus_delivery (poisoned_at, event_id, consumer) where poisoned_at is not null;
alter table bus_delivery
  alter column payload set statistics 0, alter column traceparent set statistics 0,
  alter column last_error set statistics 0, alter column occurred_at set statistics 0;

-- What Postgres knows of the broker's storage, so that a wiped one is noticed and events are replayed.
create table bus_stream (
  name text primary key,
  generation integer not null default 0,
  -- The time at which the broker says that it made the stream.
  created text,
  last_sequence bigint not null default 0,
  settled_before timestamptz(6),
  replay_from timestamptz(6),
  replay_until timestamptz(6)
);

create table inbox_event (
  consumer text not null,
  event_id uuid not null,
  handled_at timestamptz(6) not null default current_timestamp,
  primary key (consumer, event_id)
);
create index inbox_event_handled_at_idx on inbox_event (handled_at);

-- What clients follow over long polls and streams, readable again for a day.
create table feed_event (
  mailbox_id integer not null,
  -- The transaction that wrote it: readers stop before the oldest one that still runs.
  xid bigint not null default ((pg_current_xact_id())::text)::bigint,
  id uuid not null default gen_random_uuid(),
  type text not null,
  email_id bigint not null,
  task_status text,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (mailbox_id, xid, id)
);
create index feed_event_xid_idx on feed_event (xid);

create table feed_listener (
  tenant_id text primary key,
  listening_until timestamptz(6) not null
);

-- What clients of the tool protocol follow, so that whichever replica holds a client's stream knows it.
create table followed_resource (
  principal_id text not null,
  session_id text not null,
  uri text not null,
  mailbox_id integer not null,
  -- One email, one conversation, or the whole mailbox.
  email_id bigint,
  thread_id text,
  -- When its stream was last known to be open.
  seen_at timestamptz(6) not null default current_timestamp,
  primary key (principal_id, session_id, uri)
);
create index followed_resource_mailbox_id_idx on followed_resource (mailbox_id);
create index followed_resource_seen_at_idx on followed_resource (seen_at);

-- send-policy

create table suppression (
  id bigserial primary key,
  tenant_id text not null,
  address text not null,
  reason text not null,
  mailbox_id integer not null,
  source_email_id bigint not null,
  smtp_status text not null default '',
  created_at timestamptz(6) not null default current_timestamp
);
create unique index suppression_tenant_id_address_key on suppression (tenant_id, address);
create index suppression_tenant_id_id_idx on suppression (tenant_id, id);

-- Signs of abuse that leave no row of their own, by the hour.
create table risk_tally (
  tenant_id text not null,
  kind text not null,
  hour timestamptz(6) not null,
  count integer not null,
  primary key (tenant_id, kind, hour),
  constraint risk_tally_kind_check check (kind in ('suppressed_try', 'bounce', 'complaint'))
);
create index risk_tally_hour_idx on risk_tally (hour);

-- Why a control took something from a tenant.
create table risk_event (
  id bigserial primary key,
  tenant_id text not null,
  control text not null,
  action text not null,
  -- What was counted, and the thresholds.
  details jsonb not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint risk_event_action_check check (action in ('review', 'suspend'))
);
create index risk_event_tenant_id_id_idx on risk_event (tenant_id, id);
create index risk_event_created_at_idx on risk_event (created_at);
-- What one control did.
create index risk_event_control_id_idx on risk_event (control, id);

-- sending

create table idempotency_key (
  mailbox_id integer not null,
  key text not null,
  request_hash bytea not null,
  email_id bigint not null,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (mailbox_id, key)
);
create index idempotency_key_created_at_idx on idempotency_key (created_at);
-- Lists of sent mail show the key that each was sent under.
create index idempotency_key_email_id_idx on idempotency_key (email_id);

create table outbound_job (
  id bigserial primary key,
  email_id bigint not null,
  mailbox_id integer not null,
  envelope_sender text not null,
  status text not null default 'queued',
  attempts integer not null default 0,
  next_attempt_at timestamptz(6) not null default current_timestamp,
  lease_token uuid,
  lease_expires_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  traceparent text,
  -- Where its recipients came from: the request, or which header of the message that it answers.
  recipient_source text not null default 'request',
  -- Whose sends the controls count; null for the operator's tenants.
  metered_tenant_id text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create unique index outbound_job_email_id_key on outbound_job (email_id);
create index outbound_due_partial on outbound_job (next_attempt_at) where status in ('queued', 'retry');
create index outbound_sending_partial on outbound_job (lease_expires_at) where status = 'sending';
create index outbound_unknown_partial on outbound_job (id) where status = 'unknown';
-- From a return path to its job.
create unique index outbound_return_path_partial on outbound_job (envelope_sender)
  where envelope_sender like 'bounce+%';
-- The last day's sends of a metered tenant.
create index outbound_metered_partial on outbound_job (metered_tenant_id, created_at)
  where metered_tenant_id is not null;
-- Jobs that wait until their tenant is no longer suspended: their next attempt is due at infinity.
create index outbound_held_partial on outbound_job (mailbox_id, id)
  where next_attempt_at = 'infinity' and status in ('queued', 'retry');
-- Jobs that failed, or that wait for another attempt.
create index outbound_failed_partial on outbound_job (id) where status = 'failed';
create index outbound_retry_partial on outbound_job (id) where status = 'retry';

-- A recipient is marked and then settled: with room on its page, neither writes the indexes again.
create table outbound_recipient (
  job_id bigint not null references outbound_job (id) on delete cascade,
  mailbox_id integer not null,
  position integer not null,
  address text not null,
  return_path text,
  status text not null default 'queued',
  smtp_reply text not null default '',
  data_started_at timestamptz(6),
  updated_at timestamptz(6) not null default current_timestamp,
  -- What became of the credit that this recipient costs: reserved, spent or returned; null where it costs none.
  credit text,
  primary key (job_id, position),
  constraint outbound_recipient_credit_check check (credit in ('reserved', 'spent', 'returned'))
) with (fillfactor = 50);
create unique index outbound_recipient_return_path_key on outbound_recipient (return_path);

-- Keys that outgoing mail is signed with.
create table dkim_key (
  id serial primary key,
  domain text not null,
  selector text not null,
  private_key text not null,
  public_key text not null,
  status text not null,
  created_at timestamptz(6) not null default current_timestamp
);
create unique index dkim_key_domain_selector_key on dkim_key (domain, selector);
-- One key that signs, and one that is to follow it.
create unique index dkim_key_in_use_partial on dkim_key (domain, status) where status in ('active', 'next');

-- webhooks

create table webhook (
  id serial primary key,
  tenant_id text not null references tenant (id),
  user_id integer not null,
  mailbox_id integer references mailbox (id),
  name text not null default '',
  url text not null,
  events text[],
  secret text not null,
  -- A rotated secret stays in force beside the new one for a day.
  previous_secret text,
  previous_secret_until timestamptz(6),
  status smallint not null default 0,
  last_status integer,
  last_error text,
  last_deliver_time timestamptz(6),
  failing_since timestamptz(6),
  -- Until then a test event counts as under way, so that replicas make one at a time.
  testing_until timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  deleted_at timestamptz(6)
);
create index webhook_disabled_partial on webhook (id) where status = 1 and deleted_at is null;
-- Retention finds what was deleted, and below what was finished, without a walk through the rest.
create index webhook_deleted_partial on webhook (deleted_at) where deleted_at is not null;
-- Endpoints that fail or are disabled.
create index webhook_unwell_partial on webhook (id)
  where deleted_at is null and (status = 1 or failing_since is not null);
-- A tenant's webhooks in their order.
create index webhook_tenant_id_id_idx on webhook (tenant_id, id);

create table webhook_delivery (
  id bigserial primary key,
  webhook_id integer not null references webhook (id),
  -- That of what it tells of; a webhook may be for all mailboxes of a tenant.
  mailbox_id integer not null,
  event_id uuid not null,
  type text not null,
  -- Null where it tells of something else than an email.
  email_id bigint,
  -- What an endpoint is told where that is no email: it was true when the event happened.
  data jsonb,
  occurred_at timestamptz(6) not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz(6) not null default current_timestamp,
  lease_expires_at timestamptz(6),
  last_status integer,
  last_error text,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  traceparent text,
  -- Its latest tries: when, what came of each, how long it took, and the beginning of the answer.
  tries jsonb not null default '[]'
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create unique index webhook_delivery_webhook_id_event_id_key on webhook_delivery (webhook_id, event_id);
create index webhook_delivery_webhook_id_id_idx on webhook_delivery (webhook_id, id);
create index webhook_due_partial on webhook_delivery (next_attempt_at) where status = 'pending';
create index webhook_delivery_finished_partial on webhook_delivery (finished_at) where finished_at is not null;

-- billing

-- What a tenant has. The sums of its ledger entries stand here, so that one row lock settles every race for them.
create table credit_account (
  tenant_id text primary key references tenant (id),
  available bigint not null default 0,
  reserved bigint not null default 0,
  -- When each external recipient of the last 24 hours was accepted on the free tier, newest last.
  recent_external timestamptz(6)[] not null default '{}',
  constraint credit_account_available_check check (available >= 0),
  constraint credit_account_reserved_check check (reserved >= 0)
) with (fillfactor = 70);

-- Credits move from one account to another: those of the tenant (available, reserved) and those outside (paid, granted,
-- spent, revoked).
create table ledger_entry (
  id bigserial primary key,
  tenant_id text not null references credit_account (tenant_id),
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  -- What moved them: a receipt, a recipient of an outbound job, a grant, a proof.
  cause_type text not null,
  cause_id text not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint ledger_entry_amount_check check (amount > 0),
  constraint ledger_entry_accounts_check check (from_account <> to_account
    and from_account in ('available', 'reserved', 'paid', 'granted')
    and to_account in ('available', 'reserved', 'spent', 'revoked'))
);
create index ledger_entry_tenant_id_id_idx on ledger_entry (tenant_id, id);
-- One cause makes one move only, however often it is tried.
create unique index ledger_entry_cause_key on ledger_entry (cause_type, cause_id, from_account, to_account);

-- Balances follow the entries by themselves. A balance below zero fails the whole transaction.
create function apply_ledger_entry() returns trigger language plpgsql as $$
BEGIN
  UPDATE credit_account SET
    available = available + CASE 'available' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END,
    reserved = reserved + CASE 'reserved' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END
  WHERE tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;
create trigger ledger_entry_applied after insert on ledger_entry for each row execute function apply_ledger_entry();

create function refuse_ledger_change() returns trigger language plpgsql as $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only.';
END $$;
create trigger ledger_entry_kept before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_kept before truncate on ledger_entry for each statement execute function refuse_ledger_change();

-- What became of each payment that somebody submitted.
create table receipt (
  -- Ids go up with time.
  id text primary key,
  tenant_id text not null references credit_account (tenant_id),
  -- What it pays for; a handler of each purpose says what it brings.
  purpose text not null,
  status text not null default 'pending',
  -- SHA-256 of the whole proof. A nonce alone would be no key: whoever sees it could take it with a signature that is
  -- none.
  proof_hash bytea not null,
  -- The proof and what it answers, for the facilitator; gone once the receipt is final.
  proof jsonb,
  requirements jsonb,
  network text not null,
  asset text not null,
  pay_to text not null,
  payer text not null,
  nonce text not null,
  -- In the asset's smallest unit.
  amount bigint not null,
  credits bigint not null,
  valid_before timestamptz(6) not null,
  -- Why it is not settled. Once it was verified, the money may have moved.
  reason text,
  -- The transaction on the chain.
  transaction text,
  attempts integer not null default 0,
  -- Who asks the facilitator about it at the moment.
  lease_token uuid,
  lease_expires_at timestamptz(6),
  -- When the sweeper tries it again; null if that helps no more.
  next_attempt_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  verified_at timestamptz(6),
  ended_at timestamptz(6),
  constraint receipt_status_check check (status in ('pending', 'verified', 'settled', 'failed')),
  constraint receipt_amount_check check (amount > 0 and credits >= 0),
  constraint receipt_ended_check check ((ended_at is not null) = (status in ('settled', 'failed')))
);
create unique index receipt_tenant_id_proof_hash_key on receipt (tenant_id, proof_hash);
-- An authorization pays once, whoever submits it; only a signature that was checked takes its nonce.
create unique index receipt_nonce_partial on receipt (network, asset, payer, nonce)
  where status in ('verified', 'settled');
create index receipt_tenant_id_id_idx on receipt (tenant_id, id);
create index receipt_open_partial on receipt (next_attempt_at) where status in ('pending', 'verified');
create index receipt_open_tenant_partial on receipt (tenant_id) where status in ('pending', 'verified');
create index receipt_failed_partial on receipt (ended_at) where status = 'failed';
-- Receipts of a state.
create index receipt_status_id_idx on receipt (status, id);
create index receipt_tenant_id_status_id_idx on receipt (tenant_id, status, id);

-- Proofs of payment: each pays for one call.
create table payment_proof (
  -- It names the proof in its text, and its moves in the ledger.
  nonce text primary key,
  tenant_id text not null references credit_account (tenant_id),
  -- The call that it pays for; the path is without its query.
  method text not null,
  path text not null,
  -- What it holds reserved until it is used or has expired.
  credits bigint not null,
  -- The payment that brought those credits, where one did.
  receipt_id text unique references receipt (id),
  issued_at timestamptz(6) not null,
  expires_at timestamptz(6) not null,
  used_at timestamptz(6),
  returned_at timestamptz(6),
  constraint payment_proof_credits_check check (credits > 0),
  constraint payment_proof_end_check check (used_at is null or returned_at is null)
) with (fillfactor = 80);
create index payment_proof_open_partial on payment_proof (expires_at) where used_at is null and returned_at is null;
create index payment_proof_ended_partial on payment_proof (coalesce(used_at, returned_at))
  where used_at is not null or returned_at is not null;

-- leases

-- Mailboxes that agents lease for some hours.
create table mailbox_lease (
  -- Ids go up with time.
  id text primary key,
  tenant_id text not null references tenant (id),
  agent_id text not null,
  mailbox_id integer not null unique references mailbox (id),
  purpose text not null default '',
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  released_at timestamptz(6),
  -- When its holder is told that it ends soon, and when that was done.
  warn_at timestamptz(6) not null,
  warned_at timestamptz(6),
  -- When its holder was told that it has ended.
  end_told_at timestamptz(6),
  -- When its mail is deleted, which is put off while some of it may still be sent; null once that is done.
  purge_at timestamptz(6)
);
create index mailbox_lease_tenant_id_id_idx on mailbox_lease (tenant_id, id);
-- What is due: each is small, because what was done leaves it.
create index mailbox_lease_warning_partial on mailbox_lease (warn_at) where warned_at is null and end_told_at is null;
create index mailbox_lease_ending_partial on mailbox_lease (expires_at) where end_told_at is null;
create index mailbox_lease_purge_partial on mailbox_lease (purge_at) where purge_at is not null;

-- When somebody made use of something that is free up to a limit, newest last; older uses than count are left out.
create table free_use (
  -- An agent or a tenant.
  subject text not null,
  kind text not null,
  recent timestamptz(6)[] not null default '{}',
  used_at timestamptz(6) not null default current_timestamp,
  primary key (subject, kind),
  constraint free_use_kind_check check (kind in ('allocation', 'read', 'send', 'webhook', 'cooldown'))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index free_use_used_at_idx on free_use (used_at);

-- found-keys

-- Keys of other people, found in the directories of their domains.
create table found_key (
  address text primary key,
  -- Both null where there was none.
  fingerprint text,
  public_key bytea,
  -- The fingerprints of keys that the directory publishes as revoked.
  revoked text[] not null default '{}',
  expires_at timestamptz(6) not null
);
create index found_key_expires_at_idx on found_key (expires_at);

-- Whose turn it is to ask a domain: nobody's before this time.
create table key_directory (
  domain text primary key,
  free_at timestamptz(6) not null
);
create index key_directory_free_at_idx on key_directory (free_at);

-- Which key of an address each tenant goes by.
create table key_pin (
  id serial primary key,
  tenant_id text not null references tenant (id),
  address text not null,
  fingerprint text not null,
  public_key bytea not null,
  source text not null,
  -- Whether a directory published it as revoked, which stays true.
  revoked boolean not null default false,
  pinned_at timestamptz(6) not null default current_timestamp
);
create unique index key_pin_tenant_id_address_key on key_pin (tenant_id, address);

-- The keys that mail has brought of its senders (Autocrypt), for the tenants that it came to.
create table autocrypt_key (
  id bigserial primary key,
  tenant_id text not null references tenant (id),
  address text not null,
  -- Of the field that brought the key.
  hash bytea not null,
  fingerprint text not null,
  public_key bytea not null,
  prefer_encrypt text not null,
  said_at timestamptz(6) not null
);
create unique index autocrypt_key_tenant_id_address_key on autocrypt_key (tenant_id, address);
create index autocrypt_key_tenant_id_said_at_idx on autocrypt_key (tenant_id, said_at);
create index autocrypt_key_said_at_idx on autocrypt_key (said_at);
