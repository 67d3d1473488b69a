import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { StandaloneProcess } from './standalone-process.js';
import { HostedClient } from './hosted-client.js';
import { ethersWallet, signedChallenge, signIn, VERIFY } from './wallet-fixture.js';

let system: StandaloneProcess;
beforeAll(async () => {
  system = await StandaloneProcess.make();
});
afterAll(() => system.remove());

const databaseUrl = async () => (await readFile(join(system.dataDirectory, 'database-url'), 'utf8')).trim();
const url = () => `http://127.0.0.1:${system.ports.http}`;

/** Wallets whose parts are not all there, and sessions whose challenge is not used. */
const broken = statement(
  'test-broken',
  `select (select count(*) from wallet w where not exists (select from tenant t where t.id = w.tenant_id and t.metered)
       or not exists (select from credit_account a where a.tenant_id = w.tenant_id)
       or not exists (select from app_user u where u.tenant_id = w.tenant_id)
       or not exists (select from wallet_session s where s.address = w.address)
       or not exists (select from siwe_challenge c where c.address = w.address and c.used_at is not null))::int as wallets,
     (select count(*) from siwe_challenge c where c.used_at is not null
       and not exists (select from wallet_session s where s.address = c.address))::int as challenges,
     (select count(*) from tenant t where t.metered
       and not exists (select from wallet w where w.tenant_id = t.id))::int as tenants`,
);

describe('npm start that is killed while wallets sign in', () => {
  it('has wallets with tenant, account, agent and session, or nothing of them; and what did not get in may try again', async () => {
    await system.start();
    let signing = true;
    let done = 0;
    const open: { message: string; signature: string }[] = [];
    const signer = async () => {
      while (signing) {
        const signed = await signedChallenge(url(), ethersWallet()).catch(() => null);
        const answer = signed && (await new HostedClient(url()).call('POST', VERIFY, signed).catch(() => null));
        if (answer?.status === 200) done += 1;
        else if (signed) open.push(signed);
        // It is being started again.
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const signers = Array.from({ length: 8 }, signer);
    for (let round = 1; round <= 3; round++) {
      const goal = done + 20;
      await until(() => done >= goal, { timeoutMs: 60_000, what: `${goal} sign-ins` });
      await system.end('SIGKILL');
      await system.start();
    }
    signing = false;
    await Promise.all(signers);
    const database = new Database({ url: await databaseUrl(), poolSize: 1 });
    expect(await database.query(broken)).toEqual([{ wallets: 0, challenges: 0, tenants: 0 }]);
    await database.close();
    // A challenge whose answer got lost was used, or it lets in now: there is nothing between.
    for (const signed of open.slice(0, 10)) {
      expect([200, 401]).toContain((await new HostedClient(url()).call('POST', VERIFY, signed)).status);
    }
    await signIn(url(), ethersWallet());
    await system.end('SIGTERM');
  }, 240_000);
});
