-- What happened to mail, by the hour, so that nobody counts a million rows to draw a curve.

-- mail

create table mail_hour (
  -- Empty for the whole installation.
  tenant_id text not null,
  hour timestamptz(6) not null,
  received integer not null default 0,
  handled integer not null default 0,
  sent integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (tenant_id, hour)
) with (fillfactor = 70);
create index mail_hour_hour_idx on mail_hour (hour);

-- Until when mail has been counted: one row, whose lock lets one process count at a time.
create table mail_hour_progress (
  id integer primary key default 1,
  counted_until timestamptz(6) not null default current_timestamp,
  constraint mail_hour_progress_one_check check (id = 1)
);
