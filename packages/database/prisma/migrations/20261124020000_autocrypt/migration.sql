-- The keys that mail has brought of its senders (Autocrypt), for the tenants that it came to.

-- found-keys

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
