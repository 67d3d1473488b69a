// A key made on the spot signs in, leases a mailbox, gets a code, meets a free limit, proves a payment, sends, releases.
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import nodemailer from 'nodemailer';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { say } from '../../apps/standalone/dist/demo/say.js';
import { withInstallation } from './installation.mjs';
import { client, shownFetch } from './wire.mjs';

const SEND = '/v2/messages/send';

async function demo({ baseUrl, smtpPort, ops }) {
  say('1. A key, and nothing else; the challenge is signed as it is (EIP-4361)');
  const wallet = privateKeyToAccount(generatePrivateKey());
  const stranger = client(baseUrl);
  const { body: runtime } = await stranger('GET', '/v2/meta/runtime');
  const { body: challenge } = await stranger('POST', '/v2/auth/siwe/challenge', { wallet_address: wallet.address });
  const { message } = challenge;
  const signature = await wallet.signMessage({ message });
  const { body: session } = await stranger('POST', '/v2/auth/siwe/verify', { message, signature });
  const call = client(baseUrl, session.access_token);

  say('2. A mailbox for two hours');
  const { body: lease } = await call('POST', '/v2/mailboxes/leases', {
    agent_id: session.agent_id,
    purpose: 'sign up at shop.example',
    ttl_hours: 2,
  });
  const { mailbox_id, webmail_password: mailbox_password } = lease;

  say('3. A shop writes by SMTP; the agent waits for its code');
  const waiting = call('GET', `/v2/messages?mailbox_id=${mailbox_id}&wait_seconds=30`);
  const smtp = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, tls: { rejectUnauthorized: false } });
  await smtp.sendMail({
    from: 'no-reply@shop.example',
    to: lease.address,
    subject: 'Your code',
    text: 'Your verification code is 493817.',
  });
  smtp.close();
  const { body: received } = await waiting;
  say(`   The code is ${received.items[0].otp_code}.`);

  say('4. One message a day is free here; the next one costs something');
  const mail = { mailbox_id, to: lease.address, subject: 'Thanks', text: 'It worked.', mailbox_password };
  await call('POST', SEND, mail);
  const { body: refused } = await call('POST', SEND, mail);

  say('5. The wallet pays for a proof, with test dollars of the development chain and a stock x402 client');
  ops('chain', 'fund', wallet.address, '1');
  const [{ network }] = runtime.payment_methods;
  const { body: account } = await call('GET', '/v1/billing/account');
  const payingFetch = wrapFetchWithPaymentFromConfig(shownFetch, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset: account.pricing.payment.asset }] },
  });
  const answer = await payingFetch(refused.proof_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'POST', path: SEND }),
  });
  const { x_payment_proof: proof } = await answer.json();

  say('6. The same message, with the proof; a second time it is worth nothing');
  await call('POST', SEND, mail, { 'x-payment-proof': proof });
  await call('POST', SEND, mail, { 'x-payment-proof': proof });

  say('7. The job is done: the lease ends, and nobody gets that address again');
  await call('POST', `/v2/mailboxes/leases/${lease.lease_id}/release`);
  say('That is a mailbox for as long as a job takes. Now: npm start');
}

await withInstallation(demo, { FREE_SENDS_PER_DAY: '1' });
