-- OpenPGP keys: whom others write to, and who reads.

-- mail

create table mail_key (
  id serial primary key,
  mailbox_id integer not null references mailbox (id),
  -- owner: of the person who reads the mailbox; agent: of a program that holds a token.
  kind text not null,
  -- An agent key belongs to the token that registered it, and goes with it.
  token_id integer references access_token (id) on delete cascade,
  -- Hexadecimal in lower case; of each part of the key its id as well.
  fingerprint text not null,
  key_ids text[] not null,
  public_key bytea not null,
  -- Nobody can use it without the passphrase, which never comes here.
  locked_private_key bytea,
  -- Under which the Web Key Directory has an owner key.
  web_key_hash text,
  created_at timestamptz(6) not null default current_timestamp,
  -- Set when another owner key took its place; older mail is still for this one.
  replaced_at timestamptz(6)
);
create index mail_key_mailbox_id_id_idx on mail_key (mailbox_id, id);
create index mail_key_token_id_idx on mail_key (token_id);
create unique index mail_key_owner_partial on mail_key (mailbox_id) where kind = 'owner' and replaced_at is null;
create index mail_key_web_partial on mail_key (web_key_hash) where web_key_hash is not null and replaced_at is null;
