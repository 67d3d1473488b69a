-- What the controls of the sending policy count, and what they did.

-- send-policy

-- Signs of abuse that leave no row of their own, by the hour.
create table risk_tally (
  tenant_id text not null,
  kind text not null,
  hour timestamptz(6) not null,
  count integer not null,
  constraint risk_tally_pkey primary key (tenant_id, kind, hour),
  constraint risk_tally_kind_check check (kind in ('suppressed_try', 'bounce', 'complaint'))
);
create index risk_tally_hour_idx on risk_tally (hour);

-- Why a control took something from a tenant.
create table risk_event (
  id bigserial primary key,
  tenant_id text not null,
  control text not null,
  action text not null,
  -- What was counted, and the thresholds.
  details jsonb not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint risk_event_action_check check (action in ('review', 'suspend'))
);
create index risk_event_tenant_id_id_idx on risk_event (tenant_id, id);
create index risk_event_created_at_idx on risk_event (created_at);

-- sending

-- Whose sends the controls count; null for the operator's tenants.
alter table outbound_job add column metered_tenant_id text;
