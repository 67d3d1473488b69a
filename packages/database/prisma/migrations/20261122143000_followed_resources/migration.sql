-- What clients of the tool protocol follow, so that whichever replica holds a client's stream knows it.

-- messaging

create table followed_resource (
  principal_id text not null,
  session_id text not null,
  uri text not null,
  mailbox_id integer not null,
  -- One email, one conversation, or the whole mailbox.
  email_id bigint,
  thread_id text,
  -- When its stream was last known to be open.
  seen_at timestamptz(6) not null default current_timestamp,
  primary key (principal_id, session_id, uri)
);
create index followed_resource_mailbox_id_idx on followed_resource (mailbox_id);
create index followed_resource_seen_at_idx on followed_resource (seen_at);
