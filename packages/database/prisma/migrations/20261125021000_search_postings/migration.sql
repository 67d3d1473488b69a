-- Blocks say in a few bytes which of their emails hold which words, instead of in arrays with an index of all words of all
-- mailboxes. The indexer makes them again from email_index in the background.

truncate email_block;
drop table email_slice;
alter table email_block
  drop column terms,
  add column ids bytea not null,
  add column postings bytea not null,
  -- Its postings are among those of its range, too.
  add column packed boolean not null default false;
create index email_block_unpacked_partial on email_block (mailbox_id, first_id) where not packed;

-- The postings of 32 neighbouring blocks, parted by words, so that a search reads those of its own words alone.
create table search_range (
  mailbox_id integer not null,
  range integer not null,
  first_id bigint not null,
  last_id bigint not null,
  -- A power of two.
  buckets integer not null,
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  primary key (mailbox_id, range)
);
create table search_posting (
  mailbox_id integer not null,
  range integer not null,
  bucket integer not null,
  postings bytea not null,
  primary key (mailbox_id, range, bucket)
);

-- Whether a range of blocks is complete whose postings were not parted by words yet.
alter table search_mailbox add column unpacked boolean not null default false;
create index search_mailbox_unpacked_partial on search_mailbox (mailbox_id) where unpacked;

update search_mailbox m set sealed_until = 0, sealed_blocks = 0,
  unsealed = (select count(*) from email_index x where x.mailbox_id = m.mailbox_id);
