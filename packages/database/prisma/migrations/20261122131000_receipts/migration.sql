-- Receipts: what became of each payment that somebody submitted.

-- billing

create table receipt (
  -- Ids go up with time.
  id text primary key,
  tenant_id text not null references credit_account (tenant_id),
  -- What it pays for; a handler of each purpose says what it brings.
  purpose text not null,
  status text not null default 'pending',
  -- SHA-256 of the whole proof. A nonce alone would be no key: whoever sees it could take it with a signature that is none.
  proof_hash bytea not null,
  -- The proof and what it answers, for the facilitator; gone once the receipt is final.
  proof jsonb,
  requirements jsonb,
  network text not null,
  asset text not null,
  pay_to text not null,
  payer text not null,
  nonce text not null,
  -- In the asset's smallest unit.
  amount bigint not null,
  credits bigint not null,
  valid_before timestamptz(6) not null,
  -- Why it is not settled. Once it was verified, the money may have moved.
  reason text,
  -- The transaction on the chain.
  transaction text,
  attempts integer not null default 0,
  -- Who asks the facilitator about it at the moment.
  lease_token uuid,
  lease_expires_at timestamptz(6),
  -- When the sweeper tries it again; null if that helps no more.
  next_attempt_at timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  verified_at timestamptz(6),
  ended_at timestamptz(6),
  constraint receipt_status_check check (status in ('pending', 'verified', 'settled', 'failed')),
  constraint receipt_amount_check check (amount > 0 and credits >= 0),
  constraint receipt_ended_check check ((ended_at is not null) = (status in ('settled', 'failed')))
);
create unique index receipt_tenant_id_proof_hash_key on receipt (tenant_id, proof_hash);
-- An authorization pays once, whoever submits it; only a signature that was checked takes its nonce.
create unique index receipt_nonce_partial on receipt (network, asset, payer, nonce) where status in ('verified', 'settled');
create index receipt_tenant_id_id_idx on receipt (tenant_id, id);
create index receipt_open_partial on receipt (next_attempt_at) where status in ('pending', 'verified');
create index receipt_open_tenant_partial on receipt (tenant_id) where status in ('pending', 'verified');
create index receipt_failed_partial on receipt (ended_at) where status = 'failed';
