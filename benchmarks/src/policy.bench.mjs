// Measures what policy and ledger add to a send over the API: a tenant that pays for itself, against one of the operator.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokenText } from '../../packages/identity/dist/token-text.js';
import { median, ratioLine } from './figures.mjs';
import { startSystem, stopSystem } from './system.mjs';

const CREDITS = 10_000_000;
/** Between two sends, so that none pays for the delivery of the one before. */
const PAUSE_MS = 15;
const FAR = 'far@example.org';
const NEAR = 'sender@mailroom.test';

export async function policy(_system, { quick, rounds, report }) {
  const system = await startSystem({ CONTROL_BURST_RECIPIENTS: '0' });
  const { mailbox } = await system.api('POST', '/mailboxes', { email: NEAR });
  const operators = { accountId: mailbox.id, token: system.token };
  const payer = await meteredTenant(system);
  const sides = {
    far: () => send(system, operators, FAR),
    farPaid: () => send(system, payer, FAR),
    near: () => send(system, operators, NEAR),
    nearPaid: () => send(system, payer, NEAR),
  };
  const rates = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = -1; round < rounds; round += 1) {
    const measured = await measure(sides, quick ? 100 : 400);
    if (round >= 0) for (const [side, seconds] of Object.entries(measured)) rates[side].push(1 / seconds);
  }
  report(
    ratioLine('send with a credit, against an operator’s tenant, one at a time', rates.farPaid, rates.far, '≥ 0.9'),
  );
  report(ratioLine('send inside by a metered tenant, against the same', rates.nearPaid, rates.near, '≥ 0.9'));
  await stopSystem(system);
}

/** The median time of a send for each side; they take turns in an order that changes. */
async function measure(sides, count) {
  const times = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let n = 0; n < count; n += 1) {
    for (const side of Object.keys(sides).sort(() => Math.random() - 0.5)) {
      const begun = performance.now();
      await sides[side]();
      times[side].push((performance.now() - begun) / 1_000);
      await sleep(PAUSE_MS);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([side, seconds]) => [side, median(seconds)]));
}

/** Signed up long ago, and has credits enough. */
async function meteredTenant({ pool }) {
  const token = createTokenText('mrm_');
  const { rows } = await pool.query(
    `with t as (
       insert into tenant (id, name, metered, billing_state, send_policy, created_at)
       values ('tnt_payer', 'payer', true, 'paid_active', 'internal_only', now() - interval '1 year') returning id),
     account as (insert into credit_account (tenant_id) select id from t returning tenant_id),
     token as (
       insert into access_token (tenant_id, level, scopes, token_hash)
       select id, 'manager', array['read', 'send'], $1 from t),
     u as (insert into app_user (tenant_id) select id from t returning id, tenant_id)
     insert into mailbox (tenant_id, user_id, address, domain)
     select tenant_id, id, 'payer@mailroom.test', 'mailroom.test' from u returning id`,
    [createHash('sha256').update(token).digest()],
  );
  await pool.query(
    `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
     values ('tnt_payer', 'granted', 'available', $1, 'grant', 'bench')`,
    [CREDITS],
  );
  return { accountId: rows[0].id, token };
}

async function send({ http }, { accountId, token }, to) {
  const response = await fetch(`http://127.0.0.1:${http}/api/agent/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId, to: [to], subject: 'load', text: 'x'.repeat(500) }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}
