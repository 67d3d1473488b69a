-- The fingerprints of keys that a directory publishes as revoked; and whether a pinned one was, which stays true.
alter table found_key add column revoked text[] not null default '{}';
alter table key_pin add column revoked boolean not null default false;
