-- Who signed up, what limits how often that happens, and tokens that can be rotated.

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

-- identity

-- A hosted token may be rotated into one that lives longer than it does itself; no other token may.
alter table access_token
  add column hosted boolean not null default false,
  -- The token that this one was rotated into.
  add column successor_id integer;
create index access_token_successor_partial on access_token (successor_id) where successor_id is not null;
