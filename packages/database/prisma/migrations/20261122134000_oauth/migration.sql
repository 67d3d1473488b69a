-- What the OAuth server remembers, so that every replica knows it: clients, sign-ins under way, grants and tokens.

-- identity

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
  created_at timestamptz(6) not null default current_timestamp,
  primary key (kind, id_hash)
);
create index oauth_record_grant_id_partial on oauth_record (grant_id) where grant_id is not null;
create unique index oauth_record_uid_hash_partial on oauth_record (kind, uid_hash) where uid_hash is not null;
create index oauth_record_expires_at_idx on oauth_record (expires_at);

-- For what somebody has consented: which mailbox, how far, and on the strength of which token. It ends with that token.
create table oauth_grant (
  id text primary key,
  tenant_id text not null references tenant (id),
  mailbox_id integer not null references mailbox (id),
  token_id integer not null references access_token (id) on delete cascade,
  client_name text not null default '',
  created_at timestamptz(6) not null default current_timestamp
);
create index oauth_grant_mailbox_id_idx on oauth_grant (mailbox_id);
create index oauth_grant_token_id_idx on oauth_grant (token_id);
