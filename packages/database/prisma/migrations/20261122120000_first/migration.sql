-- The schema of the first release (docs/adr/0045), grouped by the package that owns each table. prisma/schema says the
-- same, but for what Prisma has no words for: partial indexes, storage settings, unlogged tables, triggers.

-- identity

create table tenant (
  id text primary key,
  name text not null,
  status text not null default 'active',
  created_at timestamptz(6) not null default current_timestamp
);

create table app_user (
  id serial primary key,
  tenant_id text not null references tenant (id),
  name text not null default '',
  created_at timestamptz(6) not null default current_timestamp
);

create table access_token (
  id serial primary key,
  tenant_id text not null references tenant (id),
  -- It refers to a table of mail, which is created below.
  mailbox_id integer,
  level text not null,
  name text not null default '',
  scopes text[],
  token_hash bytea not null,
  expires_at timestamptz(6),
  revoked_at timestamptz(6),
  last_used_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp
);
create unique index access_token_token_hash_key on access_token (token_hash);
create index access_token_mailbox_id_idx on access_token (mailbox_id);
-- Retention finds tokens by the time at which they ended, without a walk through those in force.
create index access_token_ended_partial on access_token (least(revoked_at, expires_at))
  where revoked_at is not null or expires_at is not null;

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

-- What is left of each principal's quota. Unlogged: after a crash every bucket is full again, which harms nobody.
create unlogged table rate_limit_bucket (
  principal_id text primary key,
  tokens double precision not null,
  granted integer not null,
  refilled_at timestamptz(6) not null default current_timestamp
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- mail

create table mail_domain (
  name text primary key,
  tenant_id text not null references tenant (id),
  -- Tenants other than its owner may create mailboxes on it.
  shared boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp
);

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
  created_at timestamptz(6) not null default current_timestamp
);
create unique index mailbox_address_key on mailbox (address);
-- Pages of a tenant's mailboxes.
create index mailbox_tenant_id_id_idx on mailbox (tenant_id, id);
-- A domain's catch-all.
create index mailbox_catch_all_partial on mailbox (domain, status, id) where all_receive;
create unique index mailbox_look_partial on mailbox (domain, look) where look <> '';

alter table access_token add foreign key (mailbox_id) references mailbox (id);

create table raw_message (
  id uuid primary key,
  content bytea,
  blob text,
  size integer not null,
  envelope_sender text,
  client_address text not null default '',
  helo text not null default '',
  received_at timestamptz(6) not null default current_timestamp
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
-- Lists walk this with a keyset on id; mail that is not ready is not in it.
create index email_list_partial on email (mailbox_id, direction, id desc) where ready_at is not null;
-- What still waits for the parser: small, and the horizon of oldest-first lists.
create index email_unready_partial on email (mailbox_id, id) where ready_at is null;
-- One thread's emails, newest first, and whether an email is the newest of its thread.
create index email_thread_partial on email (mailbox_id, thread_id, id desc) where ready_at is not null;
-- Threading looks up the messages that a reply refers to.
create index email_message_id_partial on email (mailbox_id, message_id) where message_id <> '';
-- Which emails still hold a raw message. Those that wait for their parser are few, and are looked through instead, so
-- that taking mail in writes nothing more.
create index email_raw_partial on email (raw_id) where ready_at is not null;

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

-- search

-- Up to which email the blocks of a mailbox go, how many were sealed in all, and how many emails lie beyond.
create table search_mailbox (
  mailbox_id integer primary key,
  sealed_until bigint not null default 0,
  sealed_blocks integer not null default 0,
  unsealed integer not null default 0
);
-- Mailboxes that have a block to seal.
create index search_mailbox_unsealed_partial on search_mailbox (mailbox_id) where unsealed >= 128;

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

-- Hashes of the words that occur in any of 64 to 127 emails.
create table email_block (
  mailbox_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  range integer not null,
  terms integer[],
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  stale boolean not null default false,
  primary key (mailbox_id, first_id)
);
create index email_block_stale_partial on email_block (mailbox_id, first_id) where stale;

-- The same for eight of them; it serves searches for several words.
create table email_slice (
  mailbox_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  range integer not null,
  terms integer[],
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  primary key (mailbox_id, first_id)
);

-- New blocks come one at a time and are searched at once.
create index email_block_terms_idx on email_block using gin (terms) with (fastupdate = off);
create index email_slice_terms_idx on email_slice using gin (terms) with (fastupdate = off);
-- Without statistics every search is taken for a selective one. With them, the planner would rather read every row of a
-- mailbox for a word that is in most, since it does not know what it costs to unpack the arrays.
alter table email_block alter column terms set statistics 0;
alter table email_slice alter column terms set statistics 0;

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
  recipient_source text not null default 'request'
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create unique index outbound_job_email_id_key on outbound_job (email_id);
create index outbound_due_partial on outbound_job (next_attempt_at) where status in ('queued', 'retry');
create index outbound_sending_partial on outbound_job (lease_expires_at) where status = 'sending';
create index outbound_unknown_partial on outbound_job (id) where status = 'unknown';
-- From a return path to its job.
create unique index outbound_return_path_partial on outbound_job (envelope_sender)
  where envelope_sender like 'bounce+%';

create table outbound_recipient (
  job_id bigint not null references outbound_job (id) on delete cascade,
  position integer not null,
  address text not null,
  return_path text,
  status text not null default 'queued',
  smtp_reply text not null default '',
  data_started_at timestamptz(6),
  updated_at timestamptz(6) not null default current_timestamp,
  primary key (job_id, position)
);
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
create index webhook_tenant_id_idx on webhook (tenant_id);
create index webhook_disabled_partial on webhook (id) where status = 1 and deleted_at is null;
-- Retention finds what was deleted, and below what was finished, without a walk through the rest.
create index webhook_deleted_partial on webhook (deleted_at) where deleted_at is not null;

create table webhook_delivery (
  id bigserial primary key,
  webhook_id integer not null references webhook (id),
  event_id uuid not null,
  type text not null,
  email_id bigint not null,
  occurred_at timestamptz(6) not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz(6) not null default current_timestamp,
  lease_expires_at timestamptz(6),
  last_status integer,
  last_error text,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  traceparent text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create unique index webhook_delivery_webhook_id_event_id_key on webhook_delivery (webhook_id, event_id);
create index webhook_delivery_webhook_id_id_idx on webhook_delivery (webhook_id, id);
create index webhook_due_partial on webhook_delivery (next_attempt_at) where status = 'pending';
create index webhook_delivery_finished_partial on webhook_delivery (finished_at) where finished_at is not null;
