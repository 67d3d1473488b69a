-- Ranges of two sizes (docs/adr/0078). They hold nothing that is not in blocks, and the indexer makes them again from those.
drop table search_posting;
drop table search_range;

-- Neighbouring blocks of a mailbox, at level 1, or neighbouring ranges of them, at level 2: their postings, parted by words,
-- so that a search reads those of its own words alone.
create table search_range (
  mailbox_id integer not null,
  range integer not null,
  level smallint not null,
  -- The number of the large range, which is also that of its small ones and of their blocks.
  large integer not null,
  first_id bigint not null,
  last_id bigint not null,
  -- A power of two.
  buckets integer not null,
  first_at timestamptz(6) not null,
  last_at timestamptz(6) not null,
  -- Whether searches read it: a large range once all of it is built, and a small one for as long as the large one is not.
  visible boolean not null,
  -- How many parts of a large range are built, and from when on the next one may be.
  built integer not null default 0,
  begin_at timestamptz(6),
  primary key (mailbox_id, range)
);
create index search_range_mailbox_id_large_first_id_idx on search_range (mailbox_id, large, first_id);
-- What searches read, in its order: the first small range, and then all that is visible.
create index search_range_small_partial on search_range (mailbox_id, first_id) where level = 1;
create index search_range_visible_partial on search_range (mailbox_id, first_id) where visible;
-- Large ranges to build.
create index search_range_unbuilt_partial on search_range (mailbox_id, begin_at) where level = 2 and not visible;

create table search_posting (
  mailbox_id integer not null,
  range integer not null,
  bucket integer not null,
  postings bytea not null,
  primary key (mailbox_id, range, bucket)
);
alter table search_posting alter column postings set statistics 0;

-- 256 blocks have a large range in common.
update email_block b set range = n.number / 256, packed = false
from (select mailbox_id, first_id, row_number() over (partition by mailbox_id order by first_id) - 1 as number from email_block) n
where b.mailbox_id = n.mailbox_id and b.first_id = n.first_id;

-- From when on a range of its blocks may be made; null where there is none to make.
alter table search_mailbox drop column unpacked, add column pack_at timestamptz(6);
create index search_mailbox_pack_at_partial on search_mailbox (pack_at) where pack_at is not null;
update search_mailbox m set sealed_blocks = coalesce(b.count, 0), pack_at = case when b.count > 0 then now() end
from search_mailbox o left join (select mailbox_id, count(*)::int as count from email_block group by mailbox_id) b using (mailbox_id)
where m.mailbox_id = o.mailbox_id;
