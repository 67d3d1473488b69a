// The descriptions of the APIs are kept in the repository, so that their changes are seen. `--write` brings them up to
// date.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminApi } from '../apps/admin-api/dist/index.js';
import { createBillingApi } from '../apps/billing-api/dist/index.js';
import { createMailboxApi } from '../apps/mailbox-api/dist/index.js';
import { createWalletApi } from '../apps/wallet-api/dist/index.js';
import { readPayments } from '../packages/billing/dist/index.js';
import { FileBlobStore } from '../packages/blobs/dist/index.js';
import { Database } from '../packages/database/dist/index.js';
import { readLeases } from '../packages/leases/dist/index.js';
import { defaultWaitLimits } from '../packages/mail/dist/index.js';
import { PostgresEventBus } from '../packages/messaging/dist/index.js';
import { defaultSendLimits } from '../packages/send-policy/dist/index.js';
import { SignupOptions } from '../packages/signup/dist/index.js';
import { readSiwe } from '../packages/wallets/dist/index.js';
import { bin, fail, root } from './prepare.mjs';

const database = new Database({ url: 'postgres://nobody@127.0.0.1:1/none' });
const resources = { database, blobs: new FileBlobStore({ directory: '/nonexistent' }), onError: () => {} };
const payments = readPayments({}, () => {});
const common = {
  baseUrl: 'http://localhost:8080',
  turnstile: null,
  rateLimit: null,
  waits: defaultWaitLimits,
  trustedProxies: [],
};
const documents = [
  {
    path: 'apps/admin-api/openapi.json',
    url: '/admin/api/openapi.json',
    app: () =>
      createAdminApi(
        { ...resources, bus: new PostgresEventBus(database, () => {}) },
        { ...common, operatorToken: null, sendLimits: defaultSendLimits, proxyProtocolFrom: [] },
      ),
  },
  {
    path: 'apps/mailbox-api/openapi.json',
    url: '/api/agent/v1/openapi.json',
    app: () =>
      createMailboxApi(resources, {
        ...common,
        mailHostname: 'localhost',
        showStacks: false,
        allowPrivateWebhooks: 'none',
      }),
  },
  {
    path: 'apps/billing-api/openapi.json',
    url: '/v1/openapi.json',
    app: () =>
      createBillingApi(resources, {
        ...common,
        signup: new SignupOptions(null, 0, 0),
        sendLimits: defaultSendLimits,
        proxyProtocolFrom: [],
        payments,
      }),
  },
  {
    path: 'apps/wallet-api/openapi.json',
    url: '/v2/openapi.json',
    app: () =>
      createWalletApi(resources, {
        ...common,
        siwe: readSiwe({}, payments, () => {}),
        leases: readLeases({}, () => {}),
        allowPrivateWebhooks: 'none',
        sendLimits: defaultSendLimits,
        proxyProtocolFrom: [],
        payments,
      }),
  },
];

const outdated = [];
for (const { path, url, app: create } of documents) {
  const app = await create();
  await app.init();
  const { body: input } = await app.inject({ method: 'GET', url });
  await app.close();
  const options = { input, encoding: 'utf8' };
  const { stdout } = spawnSync(bin('prettier'), ['--parser', 'json', '--print-width', '120'], options);
  const file = join(root, path);
  if (process.argv.includes('--write')) writeFileSync(file, stdout);
  else if (readFileSync(file, 'utf8') !== stdout) outdated.push(path);
}
await database.close();
if (outdated.length > 0) fail(`${outdated.join(', ')} out of date: run "npm run verify -- --write".`);
