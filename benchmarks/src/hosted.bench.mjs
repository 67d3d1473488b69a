// Measures hosted mailboxes: their sends against those of the agent API, payments by x402, and signups.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { median, percentile, ratioLine, valueLine } from './figures.mjs';
import { startSystem, stopSystem } from './system.mjs';

const TENANTS = 100_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

export async function hosted(_system, { quick, rounds, report }) {
  const system = await startSystem({ CONTROL_BURST_RECIPIENTS: '0' });
  const newcomer = await signUp(system);
  await sends(system, newcomer, { count: quick ? 100 : 400, rounds, report });
  await payments(system, newcomer, { count: quick ? 20 : 100, report });
  await signups(system, { count: quick ? 100 : 400, report });
  await stopSystem(system);
}

const urlOf = ({ http }, path) => `http://127.0.0.1:${http}${path}`;

async function post(system, path, body, token = '') {
  const response = await fetch(urlOf(system, path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

const signUp = (system) => post(system, '/public/signup', {});

/** Both send inside with the same token, in turns. */
async function sends(system, { accessToken, address }, { count, rounds, report }) {
  const mail = { to: [address], subject: 'load', text: 'The small gear turns the large one. '.repeat(14) };
  const sides = { hosted: '/v1/messages/send', agent: '/api/agent/v1/send' };
  const rates = { hosted: [], agent: [] };
  for (let round = -1; round < rounds; round += 1) {
    const times = { hosted: [], agent: [] };
    for (let n = 0; n < count; n += 1) {
      for (const side of n % 2 ? ['hosted', 'agent'] : ['agent', 'hosted']) {
        const begun = performance.now();
        await post(system, sides[side], mail, accessToken);
        times[side].push((performance.now() - begun) / 1_000);
      }
    }
    if (round >= 0) for (const side of Object.keys(sides)) rates[side].push(1 / median(times[side]));
  }
  report(
    ratioLine('/v1/messages/send, against the agent API’s send, one at a time', rates.hosted, rates.agent, '≥ 0.9'),
  );
}

/** 402, signature, payment, settled on the development chain: one after the other. */
async function payments(system, { accessToken }, { count, report }) {
  const account = await (
    await fetch(urlOf(system, '/v1/billing/account'), { headers: { authorization: `Bearer ${accessToken}` } })
  ).json();
  const { network, asset } = account.pricing.payment;
  const wallet = privateKeyToAccount(generatePrivateKey());
  const env = { ...process.env, MAILROOM_DATA_DIR: system.dataDirectory };
  const funded = spawnSync(process.execPath, ['scripts/ops.mjs', 'chain', 'fund', wallet.address, '1000'], {
    cwd: root,
    env,
  });
  if (funded.status !== 0) throw new Error(String(funded.stderr));
  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset }] },
  });
  const times = [];
  for (let n = 0; n <= count; n += 1) {
    const begun = performance.now();
    const answer = await pay(urlOf(system, '/v1/billing/topup'), {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { status } = await answer.json();
    if (status !== 'settled') throw new Error(`The payment is ${status}.`);
    // The first one meets a client that has not loaded its parts yet.
    if (n > 0) times.push(performance.now() - begun);
  }
  const remark = `p99 ${percentile(times, 0.99).toFixed(0)} ms, ${(1_000 / median(times)).toFixed(0)}/s, one after the other`;
  report(
    valueLine('402 → signed → settled on the development chain, p50', `${median(times).toFixed(0)} ms`, '–', remark),
  );
}

/** With few tenants and with many; ten strangers at once. */
async function signups(system, { count, report }) {
  const few = await signupRate(system, count);
  await system.pool.query(
    `with t as (
       insert into tenant (id, name, metered, billing_state, send_policy)
       select 'tnt_many_' || n, '', true, 'free', 'internal_only' from generate_series(1, $1::int) n returning id),
     account as (insert into credit_account (tenant_id) select id from t),
     u as (insert into app_user (tenant_id) select id from t returning id, tenant_id)
     insert into mailbox (tenant_id, user_id, address, domain, look)
     select tenant_id, id, tenant_id || '@mailroom.test', 'mailroom.test', tenant_id from u`,
    [TENANTS],
  );
  await system.pool.query('analyze');
  const many = await signupRate(system, count);
  report(ratioLine(`signups with ${TENANTS.toLocaleString('en')} tenants there, against none`, [many], [few], '–'));
}

async function signupRate(system, count) {
  const begun = performance.now();
  let left = count;
  const stranger = async () => {
    while (left-- > 0) await signUp(system);
  };
  await Promise.all(Array.from({ length: 10 }, stranger));
  return count / ((performance.now() - begun) / 1_000);
}
