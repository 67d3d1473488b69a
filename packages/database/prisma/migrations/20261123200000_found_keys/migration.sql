-- Keys of other people, found in the directories of their domains, and which of them each tenant goes by.

-- found-keys

create table found_key (
  address text primary key,
  -- Both null where there was none.
  fingerprint text,
  public_key bytea,
  expires_at timestamptz(6) not null
);
create index found_key_expires_at_idx on found_key (expires_at);

-- Whose turn it is to ask a domain: nobody's before this time.
create table key_directory (
  domain text primary key,
  free_at timestamptz(6) not null
);
create index key_directory_free_at_idx on key_directory (free_at);

create table key_pin (
  id serial primary key,
  tenant_id text not null references tenant (id),
  address text not null,
  fingerprint text not null,
  public_key bytea not null,
  source text not null,
  pinned_at timestamptz(6) not null default current_timestamp
);
create unique index key_pin_tenant_id_address_key on key_pin (tenant_id, address);
