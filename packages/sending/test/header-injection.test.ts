import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseMessage } from '@mailroom/message';
import { type Email, type EmailContent, type Mailbox } from '@mailroom/mail';
import { buildEmails } from '@mailroom/testing';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
let original: Email;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  const [id = 0] = await buildEmails(sending.database, mailbox.id, 1);
  original = { ...(await sending.email(id)), from: { email: 'friend@example.org', name: '' } };
});
afterAll(() => sending.close());

const attacks = [
  ...['\r\n', '\n', '\r', '\n\n', '\r\n\r\n', '\u0000\n', '\u2028', '\u2029', '\u0085', '\u000b', '\u000c'].flatMap(
    (end) => [`x${end}Bcc: evil@evil.test`, `x${end} Bcc: evil@evil.test`, `${end}Evil: 1`],
  ),
  '=?utf-8?Q?x=0D=0ABcc:_evil@evil.test?=',
  '=?utf-8?B?eA0KQmNjOiBldmlsQGV2aWwudGVzdA==?=',
  'x"; evil="1',
  'x\\"\r\nEvil: 1',
  `${'long '.repeat(300)}\nEvil: 1`,
  `${'ü'.repeat(900)}\r\nEvil: 1`,
  'x\ud800\nEvil: 1',
  'evil@evil.test>\r\nEvil: 1',
  'x>, <evil@evil.test',
];

const allowed = new Set(
  ['From', 'To', 'Cc', 'Subject', 'Message-ID', 'In-Reply-To', 'References', 'Date', 'MIME-Version'].concat([
    'Content-Type',
    'Content-Transfer-Encoding',
    'Content-Disposition',
    'Content-ID',
  ]),
);

/** The names of all header fields in the message, including those of its parts. */
function fieldNames(raw: string): string[] {
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => `--${boundary}`);
  const blocks = [raw, ...boundaries.flatMap((boundary) => raw.split(boundary).slice(1))];
  return blocks.flatMap((block) => {
    const header = block.replace(/^(--)?\r\n/, '').split('\r\n\r\n')[0] ?? '';
    const fields = header.replace(/\r\n[ \t]+/g, ' ').split(/\r\n|\r|\n|\u0085|\u2028|\u2029/);
    return fields.flatMap((field) => /^([^\s:]+)\s*:/.exec(field)?.[1] ?? []);
  });
}

/** A message that was accepted carries nothing but our fields, and goes to nobody else. */
async function requireHarmless(emailId: number, envelope = ['friend@example.org'], own: readonly string[] = []) {
  const email = await sending.email(emailId);
  const raw = (await sending.rawMessages.read(email.rawId))?.content ?? Buffer.alloc(0);
  const names = fieldNames(raw.toString('latin1'));
  expect(names).toEqual(expect.arrayContaining(['From', 'To', 'Subject', 'Message-ID']));
  expect(names.filter((name) => !allowed.has(name))).toEqual(own);
  const once = names.filter((name) => ['From', 'To', 'Subject', 'Message-ID', 'Cc', 'MIME-Version'].includes(name));
  expect(once).toEqual([...new Set(once)]);
  const parsed = parseMessage(raw);
  expect(parsed.bcc).toEqual([]);
  expect([...parsed.to, ...parsed.cc].map((address) => address.email)).toEqual(envelope);
  const recipients = await sending.change(
    'recipients',
    `select address from outbound_recipient r join outbound_job j on j.id = r.job_id where j.email_id = $1`,
    [emailId],
  );
  expect(recipients.map(({ address }) => address)).toEqual(envelope);
  // Our own body begins where the header ended, and not before.
  expect(parsed.plainText.trim()).toBe('hello');
}

/** Sends; what is refused is refused as a bad request. */
async function refusedOrHarmless(
  sent: Promise<{ emailId: number }>,
  envelope?: string[],
  own?: readonly string[],
): Promise<'refused' | 'sent'> {
  try {
    await requireHarmless((await sent).emailId, envelope, own);
    return 'sent';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'invalid_request') return 'refused';
    throw error;
  }
}

const to = ['friend@example.org'];
const send = (body: Parameters<typeof requestOf>[0], from = mailbox) =>
  sending.submissions.send(sending.principal, from, requestOf({ to, subject: 'hi', ...body }));
const noContent: EmailContent = {
  plainText: '',
  plainTextSource: 'text',
  html: '',
  references: [],
  headers: null,
  authentication: null,
  extractions: null,
  extractedText: null,
  trust: null,
};
const reply = (changes: Partial<Email>, content: Partial<EmailContent> = {}) => {
  const email = { ...original, ...changes };
  return sending.submissions.reply(sending.principal, email, { ...noContent, ...content }, mailbox, requestOf({}));
};
const file = { filename: 'a.txt', content: Buffer.from('x') };

describe('no header of its own comes into a message', () => {
  it.each<[string, (attack: string) => Promise<{ emailId: number }>]>([
    ['subject', (subject) => send({ subject })],
    ['name of the mailbox', (name) => send({}, { ...mailbox, name: name.replaceAll('\u0000', '') })],
    ['file name', (filename) => send({ attachments: [{ ...file, filename }] })],
    ['content type', (contentType) => send({ attachments: [{ ...file, contentType }] })],
    [
      'content type with a parameter',
      (text) => send({ attachments: [{ ...file, contentType: `text/plain; a="${text}"` }] }),
    ],
    ['content id', (contentId) => send({ attachments: [{ ...file, contentId }] })],
    ['subject of the answered email', (subject) => reply({ subject })],
    ['message id of the answered email', (messageId) => reply({ messageId })],
    ['message id in brackets', (text) => reply({ messageId: `<${text}@x.test>` })],
    ['references of the answered email', (text) => reply({}, { references: ['<a@x.test>', text, `<${text}>`] })],
  ])('through the %s', async (_field, attempt) => {
    const outcomes = new Set<string>();
    for (const attack of attacks) outcomes.add(await refusedOrHarmless(attempt(attack)));
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('through a name, a Reply-To or a header of the caller, which are refused or shown as they are', async () => {
    const friend = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}" <friend@example.org>`;
    for (const attack of attacks) {
      await refusedOrHarmless(send({ to: [friend(attack)] }));
      await refusedOrHarmless(send({ to: [`${attack} <friend@example.org>`] }));
      await refusedOrHarmless(send({ replyTo: [friend(attack)] }), undefined, ['Reply-To']);
      await refusedOrHarmless(send({ headers: { 'X-Own': attack } }), undefined, ['X-Own']);
      await expect(send({ headers: { [attack]: 'x' } })).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('through a stored body', async () => {
    for (const subject of attacks.filter((attack) => !attack.includes('\u0000'))) {
      const { bodyRef } = await sending.bodyRefs.store(mailbox.id, { subject, text: 'hello' });
      await refusedOrHarmless(send({ bodyRef, text: undefined, subject: undefined }));
    }
  });

  it.each(['to', 'cc', 'bcc'])('through an address in %s, which is read strictly or refused', async (field) => {
    const bad = [
      ...attacks.map((attack) => `a${attack}@x.test`),
      ...attacks.map((attack) => `"a${attack}"@x.test`),
      ...attacks.map((attack) => `a@x.test${attack}`),
      'b@y.test\r\nRCPT TO:<evil@evil.test>',
      '"a@y" <evil@evil.test>',
      'a@x.test, evil@evil.test',
      'a@x.test;evil@evil.test',
      '"a" <evil@evil.test>, <b@y.test>',
      'a@y.test <evil@evil.test>',
      'a\r\nBcc: evil@evil.test <b@x.test>',
      'group: evil@evil.test;',
      '"a>b"@x.test',
      '',
      'a',
      '@x.test',
    ];
    const refusals = bad.map((address) =>
      send({ [field]: [address], ...(field !== 'to' && { to }) }).then(
        ({ emailId }) => ({ address, emailId }),
        (error: { code?: string }) => error.code,
      ),
    );
    // What remains is a strange local part of printable characters: one address, and nobody else's.
    for (const refusal of await Promise.all(refusals)) {
      if (refusal === 'invalid_request') continue;
      if (typeof refusal !== 'object') throw new Error(`A bad address led to ${refusal}.`);
      expect(refusal.address).toMatch(/^([\x21-\x7e]+|"[\x20-\x7e]+")@x\.test$/);
      const recipients = await sending.change(
        'addresses',
        `select address from outbound_recipient r join outbound_job j on j.id = r.job_id
         where j.email_id = $1 and address like '%evil.test'`,
        [refusal.emailId],
      );
      expect(recipients).toEqual([]);
    }
  });

  it('and what is plain goes through as it was meant', async () => {
    const attachments = [{ ...file, filename: 'Prüfung "1".txt', contentType: 'text/plain', contentId: 'logo@x' }];
    await send({ text: 'a\u0000b\ud800\r\n.\r\nc', subject: '\ud800' });
    const { emailId } = await send({ subject: '  =?x?= Größe: "1" <b>, c; d', attachments });
    const email = await sending.email(emailId);
    expect(email.subject.trim()).toBe('=?x?= Größe: "1" <b>, c; d');
    const raw = (await sending.rawMessages.read(email.rawId))?.content ?? Buffer.alloc(0);
    expect(parseMessage(raw).attachments).toMatchObject([{ filename: 'Prüfung "1".txt', contentId: 'logo@x' }]);
  });
});
