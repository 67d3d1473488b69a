-- Who signs in with a wallet: challenges, wallets with their agents, and sessions; and until when a mailbox is leased.

-- identity

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

-- mail

-- Until when a leased mailbox takes and sends mail; null for one that is there to stay. From then on it is as if disabled.
alter table mailbox add column leased_until timestamptz(6);
