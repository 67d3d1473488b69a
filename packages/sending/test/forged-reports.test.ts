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

describe('a bounce that a machine wrote for people', () => {
  const written = [
    'From: Mail Delivery System <mailer-daemon@mx.far.test>',
    'To: agent@a.test',
    'Subject: Mail delivery failed: returning message to sender',
    '',
    'A message that you sent could not be delivered. The following address failed:',
    '',
    '  far@far.test',
    '    host mx.far.test said after RCPT TO:<far@far.test>: 550 5.1.1 User unknown',
    '',
  ].join('\r\n');

  it('suppresses whom it names where it comes from the null sender to his return path', async () => {
    const { emailId, returnPath } = await reports.sent();
    await reports.report(written, returnPath);
    expect(await reports.statusOf(emailId)).toBe('bounced');
    expect(await reports.suppressed()).toEqual(['far@far.test bounce']);
  });

  it('changes nothing where a person sent it, or where it only quotes the message', async () => {
    const { emailId, messageId, returnPath } = await reports.sent();
    await reports.report(written, returnPath, 'far@far.test');
    await reports.report(`${written}\r\n--- Original message ---\r\nMessage-ID: ${messageId}\r\n`, 'agent@a.test');
    expect(await reports.statusOf(emailId)).toBe('sent');
    expect(await reports.suppressed()).toEqual([]);
  });
});
