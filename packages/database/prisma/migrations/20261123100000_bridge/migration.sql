-- Bridges, which hold the private keys of agents, and session keys that were wrapped for agent keys later.

-- mail

create table bridge (
  id serial primary key,
  -- It belongs to the token of its key, and goes with it.
  key_id integer not null references mail_key (id) on delete cascade,
  -- The secret itself was shown once.
  secret_hash bytea not null,
  created_at timestamptz(6) not null default current_timestamp
);
create index bridge_key_id_id_idx on bridge (key_id, id);

create table email_envelope (
  email_id bigint not null references email (id) on delete cascade,
  key_id integer not null references mail_key (id) on delete cascade,
  -- One public-key encrypted session key packet (RFC 9580 section 5.1).
  packet bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (email_id, key_id)
);
create index email_envelope_key_id_idx on email_envelope (key_id);
