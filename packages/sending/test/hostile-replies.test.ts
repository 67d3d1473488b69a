import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

describe('a reply', () => {
  it.each([
    ['.', '250 2.0.0 OK\0 queued as Q7', 'sent', ''],
    ['.', '550 5.7.1 \0spam', 'failed', '550 5.7.1  spam'],
    ['MAIL', '550 5.7.1 \0spam', 'failed', '550 5.7.1  spam'],
    ['connect', '421 4.7.1 \0busy', 'retry', '421 4.7.1  busy'],
    ['MAIL', '999 \0no', 'retry', 'The next hop sent something that is no reply: 999  no'],
    ['.', '600 \0no', 'unknown', 'The next hop sent something that is no reply: 600  no'],
    ['connect', 'HTTP\0', 'retry', 'The next hop sent something that is no reply: HTTP '],
  ])('to %s with a NUL in it, %j, is an outcome like any other: %s', async (at, reply, status, errorMessage) => {
    const errors: unknown[] = [];
    const hop = await outbound.hopOf({ at: (step) => (step === at ? reply : undefined) });
    const emailId = await outbound.send();
    await outbound.startWorker(relayTo(hop), outbound.sending.database, errors);
    await until(async () => errors.length > 0 || (await outbound.jobOf(emailId)).status === status);
    expect(errors).toEqual([]);
    expect(await outbound.sending.email(emailId)).toMatchObject({ errorMessage });
  });

  it.each([0, 1])(
    'of many lines is kept as far as a person reads it, and whole characters of it (%i)',
    async (shift) => {
      const line = `550-5.7.1 ${'-'.repeat(shift)}no ${'\u{1f600}'.repeat(30)}`;
      const reply = [...Array.from({ length: 200 }, () => line), '550 no'].join('\r\n');
      const hop = await outbound.hopOf({ at: (step) => (step === '.' ? reply : undefined) });
      const errors: unknown[] = [];
      const emailId = await outbound.send();
      await outbound.startWorker(relayTo(hop), outbound.sending.database, errors);
      await until(
        async () => errors.length > 0 || ['failed', 'unknown'].includes((await outbound.jobOf(emailId)).status),
      );
      expect(errors).toEqual([]);
      const { errorMessage } = await outbound.sending.email(emailId);
      expect(errorMessage.length).toBeGreaterThanOrEqual(1_999);
      expect(errorMessage.length).toBeLessThanOrEqual(2_000);
      expect(errorMessage).toMatch(/^550-5\.7\.1 -?no/);
    },
  );
});
