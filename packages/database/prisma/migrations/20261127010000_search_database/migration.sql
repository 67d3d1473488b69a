-- The search index may lie in a database of its own, so it refers to no email by a key. What is deleted is told to it.

alter table email_index drop constraint email_index_email_id_fkey;
drop index email_index_email_id_key;

-- Deleted emails that the index may still hold. Each goes out of it twice: at once, and when nobody can be adding it any more.
create table search_deletion (
  email_id bigint primary key,
  mailbox_id integer not null,
  deleted_at timestamptz(6) not null default now(),
  -- Whether it went out of the index once.
  done boolean not null default false
);
create index search_deletion_undone_partial on search_deletion (email_id) where not done;
create index search_deletion_done_partial on search_deletion (deleted_at) where done;

create function tell_search_of_deletion() returns trigger language plpgsql as $$
BEGIN
  INSERT INTO search_deletion (email_id, mailbox_id) SELECT id, mailbox_id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
create trigger email_deleted after delete on email
  referencing old table as gone for each statement execute function tell_search_of_deletion();

-- One row, made when it is first asked for: the identity of this database; that of the one in which the index is, where it is
-- another; and in such a one, that of the database of the mail, so that no two installations share it.
create table search_home (
  id boolean primary key default true check (id),
  own uuid not null default gen_random_uuid(),
  place uuid,
  mail uuid,
  -- While that one was away, emails from this one on were not indexed; so many times it was noted.
  missed_from bigint,
  misses bigint not null default 0
);
