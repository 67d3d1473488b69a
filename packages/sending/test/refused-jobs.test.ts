import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refuseRows } from '@mailroom/testing';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

const refused = (id: number) =>
  expect.objectContaining({
    message: `Outbound job ${id} could not be taken.`,
    cause: expect.objectContaining({ code: 'P0001' }),
  });

describe('a job that Postgres refuses to change', () => {
  it.each(['outbound_job', 'outbound_recipient'])(
    'in %s holds up none of those behind it, is told of, and goes out when Postgres takes it again',
    async (table) => {
      const { database } = outbound.sending;
      const broken = await outbound.send();
      const { id } = await outbound.jobOf(broken);
      await outbound.sending.change(
        'lost',
        `with lost as (
           update outbound_job set status = 'sending', attempts = 1, lease_expires_at = now() - interval '1 hour' where id = $1)
         update outbound_recipient set data_started_at = now() where job_id = $1`,
        [id],
      );
      const others = [await outbound.send(), await outbound.send(), await outbound.send()];
      const key = table === 'outbound_job' ? 'id' : 'job_id';
      const accept = await refuseRows(database, `update on ${table}`, `old.${key} = ${id}`);
      const hop = await outbound.hopOf();
      const errors: unknown[] = [];
      const worker = await outbound.startWorker(relayTo(hop), database, errors);
      try {
        for (const emailId of others) await outbound.reaches(emailId, 'sent');
        expect(errors).toEqual([refused(id)]);
      } finally {
        await accept();
      }
      await worker.close();
      await outbound.startWorker(relayTo(hop));
      await outbound.reaches(broken, 'unknown');
    },
  );
});
