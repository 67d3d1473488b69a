// Measures mailbox leases: how many are allocated in a second where there are many already, and what a proof of payment adds
// to a call.
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createTokenText } from '@mailroom/identity';
import { median, ratioLine, valueLine } from './figures.mjs';
import { startSystem, stopSystem } from './system.mjs';

const LEASES = 100_000;
const CONNECTIONS = 64;
/** As many as are free for an agent in an hour. */
const PER_AGENT = 5;

export async function leases(_system, { quick, rounds, report }) {
  const system = await startSystem();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const call = callTo(system.http, agent);
  const count = quick ? 1_000 : 5_000;
  await addLeases(system, quick ? LEASES / 10 : LEASES);
  const rates = [];
  for (let round = -1; round < rounds; round += 1) {
    const tokens = await addAgents(system, count / PER_AGENT, 0, `r${round + 1}`);
    const rate = await allocations(call, tokens);
    if (round >= 0) rates.push(rate);
  }
  const remark = `${(quick ? LEASES / 10 : LEASES).toLocaleString('en')} leases there, ${CONNECTIONS} connections, over HTTP`;
  report(valueLine('POST /v2/mailboxes/leases', `${median(rates).toFixed(0)}/s`, '≥ 500/s', remark));
  await proofs(system, call, { count: quick ? 200 : 1_000, rounds, report });
  agent.destroy();
  await stopSystem(system);
}

/** A caller with connections that it keeps open; it resolves to the answer of a call that succeeded. */
function callTo(port, agent) {
  return (method, path, body, token, headers = {}) =>
    new Promise((resolve, reject) => {
      const authorization = { authorization: `Bearer ${token}`, ...headers };
      const content = body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request({ port, agent, method, path, headers: { ...authorization, ...content } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => (answer.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text))));
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** Tenants with a wallet, each with an agent that is signed in; returns their sessions. */
async function addAgents({ pool }, count, credits, name) {
  const tokens = Array.from({ length: count }, () => createTokenText('mrs_'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await pool.query(
    `with s as (select n, hash, 'tnt_${name}_' || n as tenant, 'agt_${name}_' || n as agent, '0x${name}' || n as address
         from unnest($1::bytea[]) with ordinality as h (hash, n)),
       t as (insert into tenant (id, name, metered, billing_state, send_policy)
         select tenant, '', true, 'free', 'internal_only' from s returning id),
       u as (insert into app_user (tenant_id) select id from t),
       a as (insert into credit_account (tenant_id) select id from t),
       w as (insert into wallet (address, agent_id, tenant_id) select address, agent, tenant from s)
     insert into wallet_session (token_hash, address, agent_id, tenant_id, expires_at)
     select hash, address, agent, tenant, now() + interval '1 hour' from s`,
    [hashes],
  );
  if (credits > 0) {
    await pool.query(
      `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
       select tenant_id, 'granted', 'available', $1, 'grant', 'bench ' || tenant_id from credit_account
       where tenant_id like 'tnt_${name}_%'`,
      [credits],
    );
  }
  return tokens;
}

async function addLeases({ pool }, count) {
  await pool.query(
    `with t as (insert into tenant (id, name, metered, billing_state, send_policy)
         values ('tnt_many', '', true, 'free', 'internal_only') returning id),
       u as (insert into app_user (tenant_id) select id from t returning id, tenant_id),
       m as (insert into mailbox (tenant_id, user_id, address, domain, look, leased_until)
         select tenant_id, id, 'many-' || n || '@mailroom.test', 'mailroom.test', 'many-' || n, now() + interval '1 day'
         from u, generate_series(1, $1::int) n returning id, tenant_id)
     insert into mailbox_lease (id, tenant_id, agent_id, mailbox_id, expires_at, warn_at, purge_at)
     select 'lse_' || lpad(id::text, 32, '0'), tenant_id, 'agt_many', id, now() + interval '1 day', now() + interval '23 hours',
       now() + interval '2 days' from m`,
    [count],
  );
  await pool.query('analyze');
}

async function allocations(call, tokens) {
  const left = tokens.flatMap((token) => Array.from({ length: PER_AGENT }, () => token));
  const count = left.length;
  const begun = performance.now();
  const lane = async () => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) {
      await call('POST', '/v2/mailboxes/leases', '{}', token);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return count / ((performance.now() - begun) / 1_000);
}

/** The same call of the same tenant, free and with a proof that was issued before, in turns. */
async function proofs(system, call, { count, rounds, report }) {
  const [token] = await addAgents(system, 1, 10 * count, 'proof');
  await system.pool.query(`update tenant set metered = true where id = 'tnt_proof_1'`);
  const { mailbox_id: id } = await call('POST', '/v2/mailboxes/leases', '{}', token);
  const path = `/v2/messages?mailbox_id=${id}`;
  const rates = { free: [], paid: [] };
  for (let round = -1; round < rounds; round += 1) {
    const times = { free: [], paid: [] };
    for (let n = 0; n < count; n += 1) {
      if (n % 250 === 0) await system.pool.query(`delete from free_use where subject = 'tnt_proof_1'`);
      const body = JSON.stringify({ method: 'GET', path: '/v2/messages' });
      const { x_payment_proof: proof } = await call('POST', '/v2/payments/proof', body, token);
      for (const side of n % 2 ? ['free', 'paid'] : ['paid', 'free']) {
        const begun = performance.now();
        await call('GET', path, undefined, token, side === 'paid' ? { 'x-payment-proof': proof } : {});
        times[side].push((performance.now() - begun) / 1_000);
      }
    }
    if (round >= 0) for (const side of ['free', 'paid']) rates[side].push(1 / median(times[side]));
  }
  report(ratioLine('GET /v2/messages with a proof, against a free one, one at a time', rates.paid, rates.free, '–'));
}
