import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { DispatcherFixture } from './dispatcher-fixture.js';

const MIB = 1024 * 1024;

let under: DispatcherFixture;
beforeAll(async () => {
  under = await DispatcherFixture.open();
});
beforeEach(() => under.begin());
afterEach(async () => {
  expect(await under.finish()).toEqual([]);
});
afterAll(() => under.close());

const inUse = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** The most memory that was in use at once during some work, beyond what was in use before it. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  const before = inUse();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, inUse())), 2);
  await work().finally(() => clearInterval(sampler));
  return peak - before;
}

describe('many large mails at once', () => {
  it('are told of without reading what is too large to be told', async () => {
    const receiver = await under.receive();
    const { id } = await under.subscribe(receiver.url());
    const emailIds = await under.emails(32);
    // They are copies of one message.
    await under.giveText(emailIds[0] ?? 0, 'x'.repeat(8 * MIB));
    const peak = await peakOf(async () => {
      await under.bus.publish(emailIds.map((emailId) => under.received(emailId)));
      const isTold = async () => (await under.deliveriesOf(id)).filter((row) => row.status === 'succeeded').length;
      await until(async () => (await isTold()) === emailIds.length, { timeoutMs: 30_000 });
    });
    expect(peak).toBeLessThan(64 * MIB);
    expect(receiver.hits.every(({ body }) => body.includes('"bodyTruncated":true'))).toBe(true);
  }, 60_000);
});
