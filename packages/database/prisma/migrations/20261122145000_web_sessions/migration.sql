-- Sign-ins of people in a browser.

-- identity

-- The row is found by a hash of the cookie, and the credential is sealed with what only the cookie holds.
create table web_session (
  id_hash bytea primary key,
  surface text not null check (surface in ('app', 'webmail', 'admin')),
  sealed_credential bytea not null,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null
);
create index web_session_expires_at_idx on web_session (expires_at);
