-- Messages that were slow to parse, or that took their parser down: how often they were tried, in whatever process. Empty
-- where all goes well, and a row goes with its message or when that is ready.
create table parse_attempt (
  raw_id uuid primary key references raw_message (id) on delete cascade,
  attempts int not null,
  last_at timestamptz(6) not null default now()
);
