import { describe, expect, it } from '@jest/globals';
import { buildBounce, buildDsn, buildFeedback } from '@mailroom/testing';
import { parseMessage } from '../src/index.js';

const reportOf = (text: string) => parseMessage(Buffer.from(text)).report;
const failed = { Action: 'failed', Status: '5.1.1' };

describe('a delivery status notification', () => {
  it('tells of each recipient what its host said, and of which message', () => {
    const report = reportOf(
      buildDsn(
        [
          {
            'Original-Recipient': 'rfc822;First@far.test',
            'Final-Recipient': 'rfc822; <forwarded@else.test>',
            Action: 'Failed (mailbox is full)',
            Status: '5.2.2 (full)',
            'Remote-MTA': 'dns; mx.far.test',
            'Diagnostic-Code': 'smtp; 552 5.2.2\r\n  over quota',
          },
          { 'Final-Recipient': 'RFC822;second@far.test', Action: 'delayed', Status: '4.4.7' },
          { 'Final-Recipient': 'rfc822; third@far.test', Action: 'delivered', Status: '2.1.5' },
          { 'Final-Recipient': 'rfc822; fourth@far.test', Action: 'relayed', Status: '2.0.0' },
        ],
        '<one@mailroom.test>',
      ),
    );
    expect(report).toMatchObject({ kind: 'delivery-status', messageId: '<one@mailroom.test>', envelopeSender: '' });
    expect(report?.recipients).toEqual([
      {
        addresses: ['First@far.test', 'forwarded@else.test'],
        action: 'failed',
        status: '5.2.2',
        diagnostic: '552 5.2.2 over quota',
        remoteMta: 'mx.far.test',
      },
      { addresses: ['second@far.test'], action: 'delayed', status: '4.4.7', diagnostic: '', remoteMta: '' },
      { addresses: ['third@far.test'], action: 'delivered', status: '2.1.5', diagnostic: '', remoteMta: '' },
      { addresses: ['fourth@far.test'], action: 'relayed', status: '2.0.0', diagnostic: '', remoteMta: '' },
    ]);
  });

  it.each([
    ['5.1.1', 'failed'],
    ['4.4.7', 'delayed'],
  ])('without an action means what the class of its status %s means', (status, action) => {
    const report = reportOf(buildDsn([{ 'Final-Recipient': 'rfc822; a@b.test', Status: status }]));
    expect(report?.recipients).toMatchObject([{ action, status }]);
  });

  it('whose header lost the fields of MIME on its way is read from its text', () => {
    const whole = buildDsn([{ 'Final-Recipient': 'rfc822; a@b.test', Action: 'failed', Status: '4.4.7' }]);
    const bare = whole.replace(/^(?:From|MIME-Version|Content-Type):.*\r\n(?:[ \t].*\r\n)*/gm, '');
    const from = (sender: string) => reportOf(`From: ${sender}\r\n${bare}`);
    const recipients = [{ addresses: ['a@b.test'], action: 'failed', status: '4.4.7' }];
    expect(from('MAILER-DAEMON@relay.test')).toMatchObject({ form: 'text', recipients });
    expect(from('ada@far.test')).toBeNull();
  });

  it('of a program that could not keep the mail says nothing of the address, whatever its code', () => {
    const diagnostic = 'x-unix; procmail: Couldn\'t create "/var/spool/mail/a": No such user';
    const fields = { 'Final-Recipient': 'rfc822; a@b.test', Action: 'failed', Status: '5.1.1' };
    expect(reportOf(buildDsn([{ ...fields, 'Diagnostic-Code': diagnostic }]))?.recipients).toMatchObject([
      { status: '5.3.0' },
    ]);
  });

  it('in base64, as some gateways send it, is read like any other', () => {
    const status =
      'Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; a@b.test\r\nAction: failed\r\nStatus: 5.0.0\r\n';
    const encoded = buildBounce('x@y.test').replace(
      /Content-Type: message\/delivery-status\r\n\r\n[\s\S]*?\r\n--=_r/,
      `Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(status).toString('base64')}\r\n--=_r`,
    );
    expect(reportOf(encoded)?.recipients).toMatchObject([{ addresses: ['a@b.test'], status: '5.0.0' }]);
  });

  it.each([498, 499, 500])('whose words have to be cut, at %d, is cut between characters', (length) => {
    const words = `${'x'.repeat(length)}\u{1f600}\u{1f600}`;
    const remote = `${'x'.repeat(length - 180)}\u{1f600}\u{1f600}`;
    const fields = { 'Final-Recipient': 'rfc822; a@b.test', ...failed, 'Diagnostic-Code': `smtp; ${words}` };
    const report = reportOf(buildDsn([{ ...fields, 'Remote-MTA': `dns; ${remote}` }]));
    const letter =
      'From: MAILER-DAEMON@b.test\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at b.test.';
    const written = reportOf(`${letter}\r\n\r\n<a@b.test>:\r\n${words}\r\n`);
    expect(written?.recipients).toHaveLength(1);
    const said = [report, written].flatMap((each) =>
      each?.recipients.flatMap((one) => [one.diagnostic, one.remoteMta]),
    );
    expect(said.map((text) => text?.isWellFormed())).toEqual(said.map(() => true));
    expect(said[0]?.length).toBeGreaterThanOrEqual(499);
  });

  it('names addresses beyond ASCII in the way of RFC 6533', () => {
    const report = reportOf(buildDsn([{ 'Final-Recipient': 'utf-8; \\x{E9}l\\x{E8}ve@b.test', ...failed }]));
    expect(report?.recipients[0]?.addresses).toEqual(['élève@b.test']);
  });

  it('that names nobody, or says nothing, reports nothing', () => {
    const report = reportOf(
      buildDsn([{ ...failed }, { 'Final-Recipient': 'rfc822; a@b.test' }, { 'Final-Recipient': 'rfc822;', ...failed }]),
    );
    expect(report?.recipients).toEqual([]);
  });

  it('with a hundred thousand recipients is read as far as a message of ours can have any', () => {
    const group = 'Final-Recipient: rfc822; a@b.test\r\nAction: failed\r\nStatus: 5.0.0\r\n\r\n';
    const text = buildBounce('x@y.test').replace('Reporting-MTA', `${group.repeat(100_000)}Reporting-MTA`);
    expect(reportOf(text)?.recipients.length).toBeLessThanOrEqual(201);
  });

  it('is nothing of the kind when it is only quoted, attached or pretended in another type', () => {
    const bounce = buildBounce('a@b.test');
    const pretended = bounce.replace('multipart/report; report-type=delivery-status', 'multipart/mixed');
    expect(reportOf(pretended.replace(/^From: .*$/m, 'From: a person <a@b.test>'))).toBeNull();
    expect(reportOf(`Subject: fwd\r\nContent-Type: message/rfc822\r\n\r\n${bounce}`)).toBeNull();
    expect(reportOf('Subject: x\r\nContent-Type: multipart/report; boundary=a\r\n\r\nno parts')).toBeNull();
  });
});

describe('a bounce that is written for people', () => {
  const letter =
    'From: Ticket desk <desk@b.test>\r\nSubject: Undeliverable: hello\r\n\r\n<a@b.test>: 550 5.1.1 User unknown\r\n';
  const recipients = [{ addresses: ['a@b.test'], action: 'failed', status: '5.1.1' }];

  it('comes from the null sender, as the first return path says, or from the name of a mail system', () => {
    const received = 'Received: from x.example\r\n';
    expect(reportOf(`Return-Path: <>\r\n${received}${letter}`)).toMatchObject({ form: 'text', recipients });
    expect(reportOf(letter.replace('desk@', 'postmaster@'))).toMatchObject({ form: 'text', recipients });
    expect(reportOf(letter)).toBeNull();
    expect(reportOf(`Return-Path: <desk@b.test>\r\n${received}Return-Path: <>\r\n${letter}`)).toBeNull();
  });

  it('may say in a field for whom it failed', () => {
    const named = reportOf(`X-Failed-Recipients: left@b.test\r\n${letter}`);
    expect(named?.recipients.map(({ addresses }) => addresses)).toEqual([['left@b.test']]);
  });
});

describe('a feedback report', () => {
  it('is a complaint of whom it names, and carries the return path of the message', () => {
    const report = reportOf(
      buildFeedback(
        { 'Original-Mail-From': '<bounce+00@mailroom.test>', 'Original-Rcpt-To': '<far@far.test>' },
        '<two@mailroom.test>',
      ),
    );
    expect(report).toMatchObject({
      kind: 'feedback',
      messageId: '<two@mailroom.test>',
      envelopeSender: 'bounce+00@mailroom.test',
      recipients: [{ addresses: ['far@far.test'], action: 'complained' }],
    });
  });

  it('that hides who complains is a complaint of somebody', () => {
    expect(reportOf(buildFeedback({}))?.recipients).toMatchObject([{ addresses: [], action: 'complained' }]);
  });

  it.each(['not-spam', 'auth-failure', 'something new'])('of the type %s complains of nothing', (type) => {
    expect(reportOf(buildFeedback({ 'Feedback-Type': type }))?.recipients).toEqual([]);
  });
});

describe('mail that a machine sent', () => {
  it.each([
    ['Auto-Submitted: auto-generated', true],
    ['Auto-Submitted: auto-replied (vacation)', true],
    ['Auto-Submitted: no', false],
    ['List-Id: <list.far.test>', true],
    ['List-Unsubscribe: <https://far.test/u>', true],
    ['Precedence: bulk', true],
    ['Precedence: first-class', false],
    ['X-Other: yes', false],
  ])('is told by its header: %s', (field, machineSent) => {
    expect(parseMessage(Buffer.from(`${field}\r\nSubject: x\r\n\r\nhi\r\n`)).machineSent).toBe(machineSent);
  });
});
