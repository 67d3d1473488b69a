-- Wrong passwords of callers without a credential, by address and network, so that nobody locks another's mailbox.

-- identity

drop table unknown_sign_in;

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
