-- Proofs of payment: each pays for one call.

-- billing

create table payment_proof (
  -- It names the proof in its text, and its moves in the ledger.
  nonce text primary key,
  tenant_id text not null references credit_account (tenant_id),
  -- The call that it pays for; the path is without its query.
  method text not null,
  path text not null,
  -- What it holds reserved until it is used or has expired.
  credits bigint not null,
  -- The payment that brought those credits, where one did.
  receipt_id text unique references receipt (id),
  issued_at timestamptz(6) not null,
  expires_at timestamptz(6) not null,
  used_at timestamptz(6),
  returned_at timestamptz(6),
  constraint payment_proof_credits_check check (credits > 0),
  constraint payment_proof_end_check check (used_at is null or returned_at is null)
) with (fillfactor = 80);
create index payment_proof_open_partial on payment_proof (expires_at) where used_at is null and returned_at is null;
create index payment_proof_ended_partial on payment_proof (coalesce(used_at, returned_at))
  where used_at is not null or returned_at is not null;
