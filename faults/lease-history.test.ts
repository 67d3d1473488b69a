import { describe, expect, it } from '@jest/globals';
import { LeaseHistory } from './lease-history.js';

function lease(owner: string, startAt: number, attempts: number, emailId = 1) {
  const times = { askedAt: startAt - 10, startAt, answeredAt: startAt + 5, expiresAt: startAt + 30_000 };
  return { emailId, owner, leaseToken: `lse_${owner}${startAt}`, attempts, ...times };
}

describe('the judgement of leases', () => {
  it('accepts one lease after another, and says how soon it was', () => {
    const history = new LeaseHistory();
    history.claimed({ ...lease('b', 30_040, 2), askedAt: 29_000 });
    history.claimed(lease('a', 0, 1));
    expect(history.report()).toMatchObject({
      leases: 2,
      tasks: 1,
      expired: 1,
      maxClaimAfterExpiryMs: 40,
      problems: [],
    });
    // Nobody asked before.
    history.claimed({ ...lease('c', 70_000, 3), askedAt: 69_900 });
    expect(history.report()).toMatchObject({ expired: 2, maxClaimAfterExpiryMs: 100, problems: [] });
  });

  it('accepts a claim after its holder asked to end the lease', () => {
    const history = new LeaseHistory();
    Object.assign(history.claimed(lease('a', 0, 1)), { endAskedAt: 100, released: true });
    history.claimed(lease('b', 110, 1));
    expect(history.report()).toMatchObject({ expired: 0, problems: [] });
  });

  it('finds two who hold a task at once', () => {
    const history = new LeaseHistory();
    history.claimed(lease('a', 0, 1));
    history.claimed(lease('b', 29_000, 2));
    expect(history.report().problems).toEqual([expect.stringMatching(/a and b held it at once/)]);
  });

  it('finds two who hold it at once since the first had renewed', () => {
    const history = new LeaseHistory();
    history.claimed(lease('a', 0, 1)).expiresAt = 45_000;
    history.claimed(lease('b', 30_001, 2));
    expect(history.report().problems).toHaveLength(1);
  });

  it('finds an attempt that was not counted', () => {
    const history = new LeaseHistory();
    history.claimed(lease('a', 0, 1));
    history.claimed(lease('b', 30_001, 1));
    expect(history.report().problems).toEqual([expect.stringMatching(/both told of attempt 1/)]);
  });

  it('does not mix up tasks', () => {
    const history = new LeaseHistory();
    history.claimed(lease('a', 0, 1, 1));
    history.claimed(lease('b', 1, 1, 2));
    expect(history.report()).toMatchObject({ tasks: 2, problems: [] });
  });
});
