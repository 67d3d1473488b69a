-- Mailboxes that agents lease for some hours, their passwords, and what is free of charge.

-- identity

-- The password of a mailbox, for the webmail and for mail that is sent with it.
create table mailbox_password (
  mailbox_id integer primary key references mailbox (id),
  -- With its parameters, so that they may change: `scrypt$N$r$p$salt$key`.
  hash text not null,
  -- It goes up with each new password; a sign-in that began under an older one is over.
  generation integer not null default 1,
  -- When a wrong password came in the last hour, newest last.
  failures timestamptz(6)[] not null default '{}',
  changed_at timestamptz(6) not null default current_timestamp
);

-- leases

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
