import { afterEach, describe, expect, it } from '@jest/globals';
import { startSignups, type Limits } from './signup-fixture.js';

let signups: Awaited<ReturnType<typeof startSignups>>;
const start = async (limits: Limits) => {
  signups = await startSignups(limits);
};
afterEach(() => signups.close());

/** Signs up many times at once over two replicas; returns how many succeeded, and how long the others are to wait. */
async function flood(count: number, networkOf: (index: number) => string) {
  const tries = Array.from({ length: count }, (_, index) => signups.signUp({}, networkOf(index)));
  const results = await Promise.allSettled(tries);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  return {
    granted: results.length - refusals.length,
    codes: new Set(refusals.map(({ code }) => String(code))),
    waits: refusals.map(({ retryAfterSeconds }) => Number(retryAfterSeconds)),
  };
}

describe('the limit of a network', () => {
  it('is exact for fifty that come at once to two replicas, and says when there is room again', async () => {
    await start({ perNetworkHour: 3 });
    const { granted, codes, waits } = await flood(50, () => '192.0.2.1/32');
    expect({ granted, codes }).toEqual({ granted: 3, codes: new Set(['rate_limited']) });
    for (const seconds of waits) {
      expect(seconds).toBeGreaterThan(3_500);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
    expect(await signups.rows()).toMatchObject({ tenants: 3, mailboxes: 3, recent: 3 });
  });

  it('is that of each network alone, and rolls', async () => {
    await start({ perNetworkHour: 2 });
    const networks = ['192.0.2.1/32', '192.0.2.2/32', '2001:db8::/64', '2001:db8:0:1::/64'];
    expect((await flood(40, (index) => networks[index % 4] ?? '')).granted).toBe(8);
    await signups.age(30);
    expect((await flood(4, () => '192.0.2.1/32')).granted).toBe(0);
    await signups.age(30);
    expect((await flood(4, () => '192.0.2.1/32')).granted).toBe(2);
  });

  it('does not count what was refused, or what a key repeated', async () => {
    await start({ perNetworkHour: 2 });
    await signups.signUp({ mailboxAlias: 'first' }, '192.0.2.1/32', 'key');
    for (const mailboxAlias of ['first', 'x', 'postmaster']) {
      expect(await signups.codeOf(signups.signUp({ mailboxAlias }, '192.0.2.1/32'))).not.toBe('');
    }
    await signups.signUp({ mailboxAlias: 'first' }, '192.0.2.1/32', 'key');
    expect((await flood(3, () => '192.0.2.1/32')).granted).toBe(1);
    // A key is good beyond the limit, too.
    expect((await signups.signUp({ mailboxAlias: 'first' }, '192.0.2.1/32', 'key')).address).toBe('first@new.test');
  });
});

describe('the limit of the installation', () => {
  it('is exact for as many networks as there are', async () => {
    await start({ perHour: 5 });
    const { granted, codes } = await flood(40, (index) => `192.0.2.${index}/32`);
    expect({ granted, codes }).toEqual({ granted: 5, codes: new Set(['rate_limited']) });
    await signups.age(60);
    expect((await flood(10, (index) => `192.0.2.${index}/32`)).granted).toBe(5);
  });
});
