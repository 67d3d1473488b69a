// Measures sign-in with a wallet: verifications of known wallets, against the bare check of the same signatures, and the
// first sign-ins of new ones.
import { Agent, request } from 'node:http';
import { verifyMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { ratioLine, valueLine } from './figures.mjs';
import { startSystem, stopSystem } from './system.mjs';

const CONNECTIONS = 16;
/** None of them gets as many sessions as a wallet may have. */
const WALLETS = 100;
const SLICE = 100;

export async function wallet(_system, { quick, rounds, report }) {
  const count = quick ? 400 : 1_500;
  const system = await startSystem();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const post = postTo(system.http, agent);
  const accounts = Array.from({ length: WALLETS }, () => privateKeyToAccount(generatePrivateKey()));
  const known = await signed(post, accounts, WALLETS);
  await timed(known, (one) => verify(post, one));
  const rates = { verify: [], bare: [] };
  for (let round = -1; round < rounds; round += 1) {
    const challenges = await signed(post, accounts, count);
    let [bare, ours] = [0, 0];
    // In slices, one after the other, so that whatever else the machine does falls on both.
    for (let first = 0; first < count; first += SLICE) {
      const slice = challenges.slice(first, first + SLICE);
      bare += await timed(slice, bareCheck, 1);
      ours += await timed(slice, (one) => verify(post, one));
    }
    if (round < 0) continue;
    rates.bare.push(count / bare);
    rates.verify.push(count / ours);
  }
  report(
    ratioLine(
      `POST /v2/auth/siwe/verify of known wallets, ${CONNECTIONS} connections, against the bare check of the signatures`,
      rates.verify,
      rates.bare,
      '≥ 0.6',
    ),
  );
  const strangers = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));
  const seconds = await timed(await signed(post, strangers, count), (one) => verify(post, one));
  const remark = 'each with tenant, user, account, agent and session';
  report(
    valueLine(
      `First sign-ins of new wallets, ${CONNECTIONS} connections`,
      `${(count / seconds).toFixed(0)}/s`,
      '–',
      remark,
    ),
  );
  agent.destroy();
  await stopSystem(system);
}

/** Challenges that the wallets signed, in turns. */
async function signed(post, accounts, count) {
  const challenges = [];
  const wallets = Array.from({ length: count }, (_, n) => accounts[n % accounts.length]);
  await timed(wallets, async (account) => {
    const { message } = await post('/v2/auth/siwe/challenge', { wallet_address: account.address });
    challenges.push({ address: account.address, message, signature: await account.signMessage({ message }) });
  });
  return challenges;
}

const verify = (post, { message, signature }) => post('/v2/auth/siwe/verify', { message, signature });

async function bareCheck(challenge) {
  if (!(await verifyMessage(challenge))) throw new Error('The signature is not good.');
}

/** Does something with each of the items, so many at a time; returns the seconds that it took. */
async function timed(items, work, atOnce = CONNECTIONS) {
  const begun = performance.now();
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.pop(); item; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - begun) / 1_000;
}

/** Plain requests, so that the client costs as little as it can. */
function postTo(port, agent) {
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${path}: ${text}`)),
        );
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
}
