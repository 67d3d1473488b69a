import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildDsn, buildFeedback } from '@mailroom/testing';
import { about, startReports } from './reports-fixture.js';

let reports: Awaited<ReturnType<typeof startReports>>;
beforeAll(async () => {
  reports = await startReports();
});
beforeEach(() => reports.outbound.sending.change('lift', 'delete from suppression'));
afterAll(() => reports.outbound.sending.close());

describe('a recipient who reports to the return path of his own copy', () => {
  const forger = 'forger@far.test';
  const others = ['b@far.test', 'c@far.test'];
  const forge = buildDsn([forger, ...others].map((address) => about(address, 'failed', '5.1.1')));

  it('changes and suppresses himself alone, whomever he names', async () => {
    const { emailId, returnPath } = await reports.sent([forger, ...others]);
    await reports.report(forge, returnPath);
    expect((await reports.outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual([
      'bounced',
      'sent',
      'sent',
    ]);
    expect(await reports.suppressed()).toEqual([`${forger} bounce`]);
  });

  it('changes nothing where he names only others, in a complaint either', async () => {
    const { emailId, returnPath } = await reports.sent([forger, ...others]);
    await reports.report(buildDsn(others.map((address) => about(address, 'failed', '5.1.1'))), returnPath);
    await reports.report(buildFeedback({ 'Original-Rcpt-To': 'b@far.test' }), returnPath);
    expect(await reports.statusOf(emailId)).toBe('sent');
    expect(await reports.suppressed()).toEqual([]);
  });

  it('has no say through a return path that a message of before shares among its recipients', async () => {
    const { emailId } = await reports.sent([forger, ...others]);
    const shared = `bounce+${'b'.repeat(32)}@a.test`;
    await reports.outbound.sending.change(
      'share',
      `with j as (update outbound_job set envelope_sender = $2 where email_id = $1 returning id)
       update outbound_recipient r set return_path = null from j where r.job_id = j.id`,
      [emailId, shared],
    );
    await reports.report(forge, shared);
    expect(await reports.statusOf(emailId)).toBe('sent');
    expect(await reports.suppressed()).toEqual([]);
  });
});
