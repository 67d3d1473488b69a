-- What people are still writing.

-- mail

create table draft (
  id bigserial primary key,
  mailbox_id integer not null references mailbox (id),
  -- It goes up each time what is written is saved; attachments leave it.
  version integer not null default 1,
  -- The latest change of any kind, in the order of all changes: what is listed goes by it, and what is sent names it.
  change_id bigserial not null,
  -- As they are typed, so they need not be addresses yet.
  to_addresses text[] not null default '{}',
  cc_addresses text[] not null default '{}',
  bcc_addresses text[] not null default '{}',
  subject text not null default '',
  plain_text text not null default '',
  html text,
  -- The received email that is answered.
  in_reply_to bigint,
  created_at timestamptz(6) not null default current_timestamp,
  updated_at timestamptz(6) not null default current_timestamp
);
create index draft_mailbox_id_change_id_idx on draft (mailbox_id, change_id);

-- The bytes of each lie as those of a message do, so that whatever keeps, moves and deletes those knows them as well.
create table draft_attachment (
  id bigserial primary key,
  draft_id bigint not null references draft (id),
  raw_id uuid not null unique references raw_message (id),
  filename text not null,
  mime_type text not null,
  size integer not null,
  disposition text not null,
  content_id text,
  created_at timestamptz(6) not null default current_timestamp
);
create index draft_attachment_draft_id_idx on draft_attachment (draft_id);
