import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Mailbox } from '@mailroom/mail';
import { buildBounce, buildDsn, buildFeedback } from '@mailroom/testing';
import { CaptureTransport, ReturnPathRepository } from '../src/index.js';
import type { OutboundTest } from './outbound-fixture.js';
import { about, far, startReports } from './reports-fixture.js';
import { requestOf } from './sending-fixture.js';

type Reports = Awaited<ReturnType<typeof startReports>>;

let outbound: OutboundTest;
let mailbox: Mailbox;
let sent: Reports['sent'];
let receive: Reports['receive'];
let report: Reports['report'];
let statusOf: Reports['statusOf'];
let eventsOf: Reports['eventsOf'];
let suppressed: Reports['suppressed'];
beforeAll(async () => {
  ({ outbound, sent, receive, report, statusOf, eventsOf, suppressed } = await startReports());
  ({ mailbox } = outbound);
});
beforeEach(() => outbound.sending.change('lift', 'delete from suppression'));
afterAll(() => outbound.sending.close());

describe('a return path', () => {
  it('is of each recipient of each message alone, under the domain of its mailbox, and leads to that mailbox', async () => {
    const [one, two] = [await sent(), await sent([far, 'b@far.test'])];
    const paths = [...one.returnPaths, ...two.returnPaths];
    for (const path of paths) expect(path).toMatch(/^bounce\+[0-9a-f]{32}@a\.test$/);
    expect(new Set(paths).size).toBe(3);
    const directory = new ReturnPathRepository(outbound.sending.database);
    const [localPart = '', domain = ''] = one.returnPath.toUpperCase().split('@');
    const parsed = { localPart, domain, address: `${localPart}@${domain}`, addressLiteral: false, nonAscii: false };
    expect(await directory.find(parsed)).toMatchObject({ mailboxId: mailbox.id });
    const guessed = { ...parsed, address: `bounce+${'0'.repeat(32)}@a.test`, localPart: `bounce+${'0'.repeat(32)}` };
    expect(await directory.find(guessed)).toBeNull();
  });
});

describe('a report to a return path', () => {
  it('makes the email bounced, says why, suppresses the address and is one event however often it comes', async () => {
    const { emailId, returnPath } = await sent();
    for (let time = 0; time < 3; time += 1) await report(buildBounce(far), returnPath);
    expect(await outbound.sending.email(emailId)).toMatchObject({
      status: 'bounced',
      errorMessage: '550 5.1.1 No such user (mx.far.test)',
    });
    expect(await eventsOf(emailId)).toEqual(['email.bounced']);
    expect(await suppressed()).toEqual([`${far} bounce`]);
  });

  it('is applied once where fifty copies of it race', async () => {
    const { emailId, returnPath } = await sent();
    const received = await receive(buildBounce(far), returnPath);
    await Promise.all(Array.from({ length: 50 }, () => outbound.reports.apply(received)));
    expect(await eventsOf(emailId)).toEqual(['email.bounced']);
  });

  it('knows a recipient in whatever case, and by its original address where the mail was forwarded', async () => {
    const { emailId, returnPath } = await sent(['Far+x@far.test']);
    await report(
      buildDsn([
        {
          'Original-Recipient': 'rfc822;fAR+X@FAR.test',
          'Final-Recipient': 'rfc822; z@else.test',
          Action: 'failed',
          Status: '5.2.2',
        },
      ]),
      returnPath.toUpperCase(),
    );
    expect(await statusOf(emailId)).toBe('bounced');
    expect(await suppressed()).toEqual([]);
  });

  it.each<[string, [string, string][], string, string[]]>([
    ['delayed', [['delayed', '4.4.1']], 'delayed', []],
    [
      'delivered after delayed',
      [
        ['delayed', '4.4.1'],
        ['delivered', '2.0.0'],
      ],
      'delivered',
      ['email.delivered'],
    ],
    [
      'delayed after delivered',
      [
        ['delivered', '2.0.0'],
        ['delayed', '4.4.1'],
      ],
      'delivered',
      ['email.delivered'],
    ],
    [
      'bounced after delayed',
      [
        ['delayed', '4.4.1'],
        ['failed', '5.4.7'],
      ],
      'bounced',
      ['email.bounced'],
    ],
    [
      'delayed after bounced',
      [
        ['failed', '5.2.2'],
        ['delayed', '4.4.1'],
      ],
      'bounced',
      ['email.bounced'],
    ],
    [
      'delivered after bounced',
      [
        ['failed', '5.2.2'],
        ['delivered', '2.0.0'],
      ],
      'bounced',
      ['email.bounced'],
    ],
    ['given up after days', [['failed', '4.4.7']], 'bounced', ['email.bounced']],
    [
      'relayed and expanded',
      [
        ['relayed', '2.0.0'],
        ['expanded', '2.0.0'],
      ],
      'sent',
      [],
    ],
  ])('moves the status on and never back: %s', async (_what, steps, status, events) => {
    const { emailId, returnPath } = await sent();
    for (const [action, code] of steps) await report(buildDsn([about(far, action, code)]), returnPath);
    expect(await statusOf(emailId)).toBe(status);
    expect(await eventsOf(emailId)).toEqual(events);
    expect(await suppressed()).toEqual([]);
  });

  it('leaves an email with the status of its worst recipient, whatever the order of the reports', async () => {
    const to = ['a@far.test', 'b@far.test', 'c@far.test'];
    const steps = [
      about('a@far.test', 'delivered', '2.0.0'),
      about('b@far.test', 'failed', '5.2.2'),
      about('c@far.test', 'delayed', '4.0.0'),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const { emailId, returnPaths } = await sent(to);
      for (const index of order) await report(buildDsn(steps.slice(index, index + 1)), returnPaths[index] ?? '');
      expect(await statusOf(emailId)).toBe('bounced');
      expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual([
        'delivered',
        'bounced',
        'delayed',
      ]);
    }
  });

  it('about someone who never had the message, or under a return path that nobody has, changes nothing', async () => {
    const { emailId, returnPath } = await sent();
    await report(buildBounce('else@far.test'), returnPath);
    await report(buildBounce(far), `bounce+${'a'.repeat(32)}@a.test`);
    expect(await statusOf(emailId)).toBe('sent');
    expect(await eventsOf(emailId)).toEqual([]);
    expect(await suppressed()).toEqual([]);
  });

  it('settles what nobody knew: whether the message had arrived', async () => {
    const { emailId, returnPath } = await sent([far], 'unknown');
    await report(buildDsn([about(far, 'delivered', '2.0.0')]), returnPath);
    expect(await statusOf(emailId)).toBe('delivered');
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'sent' });
  });

  it('waits while the reply to the message itself is not recorded', async () => {
    const { emailId, returnPath } = await sent();
    await outbound.sending.change('sending', `update outbound_job set status = 'sending' where email_id = $1`, [
      emailId,
    ]);
    const received = await receive(buildBounce(far), returnPath);
    expect(await outbound.reports.apply(received)).toBe(false);
    await outbound.sending.change('done', `update outbound_job set status = 'sent' where email_id = $1`, [emailId]);
    expect(await outbound.reports.apply(received)).toBe(true);
    expect(await statusOf(emailId)).toBe('bounced');
  });

  it('of one recipient stays when another is only sent to later', async () => {
    const { submissions, principal, change } = outbound.sending;
    const { emailId } = await submissions.send(principal, mailbox, requestOf({ to: ['a@far.test', 'b@far.test'] }));
    const [first] = await change(
      'half',
      `with j as (update outbound_job set status = 'retry' where email_id = $1 returning id)
       update outbound_recipient r set status = case position when 0 then 'sent' else 'retry' end
       from j where j.id = r.job_id returning r.return_path as path, -r.position as rank`,
      [emailId],
    );
    await report(buildDsn([about('a@far.test', 'failed', '5.2.2')]), String(first?.path));
    expect(await statusOf(emailId)).toBe('queued');
    expect(await eventsOf(emailId)).toEqual(['email.bounced']);
    await outbound.makeDue(emailId);
    await outbound.startWorker(new CaptureTransport());
    await outbound.reaches(emailId, 'sent');
    expect(await statusOf(emailId)).toBe('bounced');
    await outbound.afterEach();
  });
});

describe('a complaint', () => {
  it('makes the email complained and suppresses the address, even after it was delivered', async () => {
    const { emailId, returnPath } = await sent();
    await report(buildDsn([about(far, 'delivered', '2.0.0')]), returnPath);
    await report(buildFeedback({ 'Original-Rcpt-To': far }), returnPath);
    expect(await statusOf(emailId)).toBe('complained');
    expect(await eventsOf(emailId)).toEqual(['email.delivered', 'email.complained']);
    expect(await suppressed()).toEqual([`${far} complaint`]);
  });

  it('finds message and recipient by the return path that it quotes, though it names nobody', async () => {
    const { emailId, returnPath } = await sent([far, 'b@far.test']);
    await report(buildFeedback({ 'Original-Mail-From': `<${returnPath}>` }), mailbox.address);
    expect(await statusOf(emailId)).toBe('complained');
    expect(await suppressed()).toEqual([`${far} complaint`]);
  });
});

describe("a report to the mailbox's own address", () => {
  it('finds its message by the quoted Message-ID, and suppresses nobody: that id is no secret', async () => {
    const { emailId, messageId } = await sent();
    await report(buildBounce(far, messageId), mailbox.address);
    expect(await statusOf(emailId)).toBe('bounced');
    expect(await suppressed()).toEqual([]);
  });

  it('counts for nobody where several got the message: each of them knows its Message-ID', async () => {
    const { emailId, messageId } = await sent([far, 'b@far.test']);
    await report(buildBounce('b@far.test', messageId), mailbox.address);
    expect(await statusOf(emailId)).toBe('sent');
    expect(await eventsOf(emailId)).toEqual([]);
  });

  it("about another mailbox's message, or none, changes nothing", async () => {
    const { emailId, messageId } = await sent();
    const other = await outbound.sending.mailbox('other@a.test');
    const received = await receive(buildBounce(far, messageId), other.address);
    await outbound.sending.change('move', 'update email set mailbox_id = $2 where id = $1', [received.id, other.id]);
    await outbound.reports.apply({ ...received, mailboxId: other.id });
    await report(buildBounce(far, '<never@a.test>'), mailbox.address);
    await report(buildBounce(far), mailbox.address);
    expect(await statusOf(emailId)).toBe('sent');
  });
});
