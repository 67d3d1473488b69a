// A stranger gets a mailbox with one call, is refused mail to the outside, pays by x402 with a stock client, and sends.
import { setTimeout as sleep } from 'node:timers/promises';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { say } from '../../apps/standalone/dist/demo/say.js';
import { withInstallation } from './installation.mjs';
import { client, shownFetch } from './wire.mjs';

const mail = { to: ['ada@example.org'], subject: 'The gears', text: 'Dear Ada, the smallest one first.' };

await withInstallation(async ({ baseUrl, ops }) => {
  say('1. One call, no account: a mailbox and its token');
  const signedUp = await client(baseUrl)('POST', '/public/signup', {
    mailboxAlias: 'gear-desk',
    agentName: 'Gear agent',
  });
  const { accessToken, tenantId } = signedUp.body;
  const call = client(baseUrl, accessToken);

  say('2. Mail to the outside is earned: it is refused, with the reason and the way on');
  await call('POST', '/v1/messages/send', mail);
  await call('GET', `/v1/tenants/${tenantId}/send-policy`);

  say('3. A wallet, made on the spot, gets test dollars on the development chain');
  const wallet = privateKeyToAccount(generatePrivateKey());
  ops('chain', 'fund', wallet.address, '5');

  say('4. The stock x402 client asks for credits, is quoted a price, signs, and pays');
  const { body: account } = await call('GET', '/v1/billing/account');
  const { network, asset } = account.pricing.payment;
  const payingFetch = wrapFetchWithPaymentFromConfig(shownFetch, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset }] },
  });
  await payingFetch(`${baseUrl}/v1/billing/topup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });

  say('5. The same mail again: it is queued, and one credit is reserved');
  const sent = await call('POST', '/v1/messages/send', mail);
  let job = await call('GET', `/v1/outbound-jobs/${sent.body.outboundJobId}`);
  while (job.body.finalDeliveryState === 'pending') {
    await sleep(200);
    job = await call('GET', `/v1/outbound-jobs/${sent.body.outboundJobId}`);
  }

  say('6. What it cost (the mail was captured: nothing left this machine)');
  await call('GET', '/v1/billing/account');
  await call('GET', '/v1/billing/ledger');
  say('That is a mailbox that pays for itself. Now: npm start');
});
