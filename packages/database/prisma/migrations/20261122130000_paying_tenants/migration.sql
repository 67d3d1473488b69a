-- Tenants that pay for themselves: how far they may send, and what they have to pay with.

-- identity

-- Tenants that the operator creates are not metered: they send without limits and credits.
alter table tenant
  add column metered boolean not null default false,
  add column billing_state text not null default 'paid_active',
  add column send_policy text not null default 'external_enabled',
  add constraint tenant_billing_state_check check (billing_state in ('free', 'paid_review', 'paid_active')),
  add constraint tenant_send_policy_check check (send_policy in ('internal_only', 'external_review', 'external_enabled'));

-- billing

-- What a tenant has. The sums of its ledger entries stand here, so that one row lock settles every race for them.
create table credit_account (
  tenant_id text primary key references tenant (id),
  available bigint not null default 0,
  reserved bigint not null default 0,
  -- When each external recipient of the last 24 hours was accepted on the free tier, newest last.
  recent_external timestamptz(6)[] not null default '{}',
  constraint credit_account_available_check check (available >= 0),
  constraint credit_account_reserved_check check (reserved >= 0)
) with (fillfactor = 70);

-- Credits move from one account to another: those of the tenant (available, reserved) and those outside (paid, granted,
-- spent, revoked).
create table ledger_entry (
  id bigserial primary key,
  tenant_id text not null references credit_account (tenant_id),
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  -- What moved them: a receipt, a recipient of an outbound job, a grant, a proof.
  cause_type text not null,
  cause_id text not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint ledger_entry_amount_check check (amount > 0),
  constraint ledger_entry_accounts_check check (from_account <> to_account
    and from_account in ('available', 'reserved', 'paid', 'granted')
    and to_account in ('available', 'reserved', 'spent', 'revoked'))
);
create index ledger_entry_tenant_id_id_idx on ledger_entry (tenant_id, id);
-- One cause makes one move only, however often it is tried.
create unique index ledger_entry_cause_key on ledger_entry (cause_type, cause_id, from_account, to_account);

-- Balances follow the entries by themselves. A balance below zero fails the whole transaction.
create function apply_ledger_entry() returns trigger language plpgsql as $$
BEGIN
  UPDATE credit_account SET
    available = available + CASE 'available' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END,
    reserved = reserved + CASE 'reserved' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END
  WHERE tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;
create trigger ledger_entry_applied after insert on ledger_entry for each row execute function apply_ledger_entry();

create function refuse_ledger_change() returns trigger language plpgsql as $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only.';
END $$;
create trigger ledger_entry_kept before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_kept before truncate on ledger_entry for each statement execute function refuse_ledger_change();

-- sending

-- What became of the credit that this recipient costs: reserved, spent or returned; null where it costs none.
alter table outbound_recipient
  add column credit text,
  add constraint outbound_recipient_credit_check check (credit in ('reserved', 'spent', 'returned'));
