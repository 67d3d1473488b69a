-- Who reads a mailbox after signing in with its address and its password.

-- mail

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

-- identity

-- The tries with addresses that nobody can sign in with: counted as those of a mailbox are, so that nothing tells them apart.
create table unknown_sign_in (
  address_hash bytea primary key,
  failures timestamptz(6)[] not null default '{}',
  failed_at timestamptz(6) not null default current_timestamp
);
create index unknown_sign_in_failed_at_idx on unknown_sign_in (failed_at);
