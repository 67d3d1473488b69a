import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildEmails } from '@mailroom/testing';
import type { Email, Mailbox } from '@mailroom/mail';
import pg from 'pg';
import type { SendRequest } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailbox: Mailbox;
let mailboxes = 0;
beforeAll(async () => {
  sending = await startSending();
});
beforeEach(async () => {
  mailbox = await sending.mailbox(`agent${(mailboxes += 1)}@a.test`);
});
afterAll(() => sending.close());

const to = ['far@example.org'];
const send = (body: Parameters<typeof requestOf>[0]) =>
  sending.submissions.send(sending.principal, mailbox, requestOf({ to, ...body }));
const code = (failing: Promise<unknown>) =>
  failing.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );

/** Counts this mailbox's rows of each kind that a submission writes. */
async function written(): Promise<Record<string, unknown> | undefined> {
  const [counts] = await sending.change(
    'written',
    `with mine as (select id, raw_id from email where mailbox_id = $1 and direction = 1)
     select (select count(*) from mine) as emails,
       (select count(*) from raw_message where id in (select raw_id from mine)) as raws,
       (select count(*) from message_content where raw_id in (select raw_id from mine)) as contents,
       (select count(*) from outbound_job where mailbox_id = $1) as jobs,
       (select count(*) from outbound_recipient r join outbound_job j on j.id = r.job_id where j.mailbox_id = $1) as recipients,
       (select count(*) from idempotency_key where mailbox_id = $1) as keys,
       (select count(*) from outbox_event where type = 'outbound.queued'
         and (payload->>'emailId')::bigint in (select id from mine)) as events`,
    [mailbox.id],
  );
  return counts;
}
const rows = (count: number, keys = count) => ({
  emails: count,
  raws: count,
  contents: count,
  jobs: count,
  recipients: count,
  keys,
  events: count,
});

describe('a submission', () => {
  it('is the email, its raw message, content, attachments, job, recipients and event', async () => {
    const cc = ['copy@example.org'];
    const bcc = ['Blind@Example.ORG', 'far@example.org'];
    const attachments = [{ filename: 'räte.txt', content: Buffer.from('hi'), contentType: 'text/plain' }];
    const { emailId } = await send({ cc, bcc, subject: 'Grüße', text: 'tëxt', html: '<p>tëxt</p>', attachments });
    const email = await sending.email(emailId);
    expect(email).toMatchObject({
      direction: 'sent',
      status: 'queued',
      unread: false,
      from: { email: mailbox.address },
      to: [{ email: 'far@example.org' }],
      cc: [{ email: 'copy@example.org' }],
      bcc: [{ email: 'Blind@example.org' }, { email: 'far@example.org' }],
      subject: 'Grüße',
      snippet: 'tëxt',
      attachmentCount: 1,
      hasBody: true,
    });
    expect(await sending.emails.findContent(email.rawId)).toMatchObject({ plainText: 'tëxt', html: '<p>tëxt</p>' });
    const raw = await sending.rawMessages.read(email.rawId);
    expect(raw?.envelopeSender).toBe(mailbox.address);
    expect(raw?.content.toString()).toContain(`Message-ID: ${email.messageId}`);
    expect(raw?.content.toString()).not.toMatch(/blind/i);
    expect(await written()).toEqual({ ...rows(1, 0), recipients: 3 });
    expect(
      await sending.change('files', `select filename, mime_type, size from attachment where email_id = $1`, [emailId]),
    ).toEqual([{ filename: 'räte.txt', mime_type: 'text/plain', size: 2 }]);
  });

  it('of a large message keeps it out of the database and reads it back whole', async () => {
    const content = Buffer.alloc(200_000, 'abc');
    const { emailId } = await send({ attachments: [{ filename: 'big.bin', content }] });
    const raw = await sending.rawMessages.read((await sending.email(emailId)).rawId);
    expect(raw?.content.length).toBeGreaterThan(content.length);
    const [{ inline } = {}] = await sending.change(
      'inline',
      `select content is not null as inline from raw_message where id = (select raw_id from email where id = $1)`,
      [emailId],
    );
    expect(inline).toBe(false);
  });

  it('of a tenant that is suspended writes nothing', async () => {
    const setStatus = (status: string) => sending.change('tenant', `update tenant set status = $1`, [status]);
    await setStatus('suspended');
    expect(await code(send({}))).toBe('policy_suspended');
    expect(await code(send({ idempotencyKey: 'k' }))).toBe('policy_suspended');
    expect(await written()).toEqual(rows(0));
    await setStatus('active');
    await send({ idempotencyKey: 'k' });
    expect(await written()).toEqual(rows(1));
  });

  it('of a disabled mailbox is refused', async () => {
    const disabled = sending.submissions.send(sending.principal, { ...mailbox, status: 1 }, requestOf({ to }));
    expect(await code(disabled)).toBe('policy_suspended');
  });

  it('of a mailbox that another process has just disabled writes nothing', async () => {
    const setStatus = (status: number) =>
      sending.change('mailbox-status', `update mailbox set status = $2 where id = $1`, [mailbox.id, status]);
    await setStatus(1);
    expect(await code(send({}))).toBe('policy_suspended');
    expect(await code(send({ idempotencyKey: 'k' }))).toBe('policy_suspended');
    expect(await written()).toEqual(rows(0));
    await setStatus(0);
    await send({ idempotencyKey: 'k' });
    expect(await written()).toEqual(rows(1));
  });

  it('larger than 25 MiB is refused, however it gets there', async () => {
    const huge = Buffer.alloc(13 * 1024 * 1024);
    const attachments = ['a', 'b'].map((filename) => ({ filename, content: huge }));
    expect(await code(send({ attachments }))).toBe('payload_too_large');
    expect(await code(send({ text: `${'word '.repeat(14)}\n`.repeat(380_000) }))).toBe('payload_too_large');
    expect(await written()).toEqual(rows(0));
  });
});

describe('an idempotency key', () => {
  it('makes one email of a hundred requests at once, and gives all of them the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send({ idempotencyKey: 'once' })));
    expect(new Set(answers.map(({ emailId }) => emailId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await written()).toEqual(rows(1));
  });

  it('of another request is a conflict, before and while that is under way', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => code(send({ idempotencyKey: 'k', subject: `s${index % 2}` }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['none', 'idempotency_conflict']));
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(20);
    expect(await written()).toEqual(rows(1));
  });

  it('belongs to one mailbox', async () => {
    const first = await send({ idempotencyKey: 'shared' });
    mailbox = await sending.mailbox(`agent${(mailboxes += 1)}@a.test`);
    const second = await send({ idempotencyKey: 'shared' });
    expect(second).toMatchObject({ replayed: false });
    expect(second.emailId).not.toBe(first.emailId);
  });

  it('is in force for 24 hours, and then free for one new request', async () => {
    const first = await send({ idempotencyKey: 'old' });
    const age = (hours: number) =>
      sending.change(
        'age',
        `update idempotency_key set created_at = now() - make_interval(hours => $2) where mailbox_id = $1`,
        [mailbox.id, hours],
      );
    await age(23);
    expect(await send({ idempotencyKey: 'old' })).toEqual({ ...first, replayed: true });
    await age(25);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ idempotencyKey: 'old', subject: 'another request' })),
    );
    expect(new Set(answers.map(({ emailId }) => emailId)).size).toBe(1);
    expect(answers[0]?.emailId).not.toBe(first.emailId);
    expect(await written()).toEqual(rows(2, 1));
  });

  it('of a request that failed is not used up', async () => {
    expect(await code(send({ idempotencyKey: 'k', to: ['nobody'] }))).toBe('invalid_request');
    expect(await code(send({ idempotencyKey: 'k', bodyRef: 'brf_absent', text: undefined }))).toBe('invalid_request');
    expect(await send({ idempotencyKey: 'k' })).toMatchObject({ replayed: false });
  });

  it('gives the same answer when what the first request used is gone', async () => {
    const { bodyRef } = await sending.bodyRefs.store(mailbox.id, { text: 'long' });
    const request: Parameters<typeof requestOf>[0] = { idempotencyKey: 'k', bodyRef, text: undefined };
    const first = await send(request);
    await sending.change('expire', `update body_ref set expires_at = now() where id = $1`, [bodyRef]);
    expect(await send(request)).toEqual({ ...first, replayed: true });
    expect(await code(send({ ...request, idempotencyKey: 'other' }))).toBe('body_ref_expired');
  });

  it('that is held for longer than a request waits says so, and is free when its holder gave up', async () => {
    const holder = new pg.Client({ connectionString: sending.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `insert into idempotency_key (mailbox_id, key, request_hash, email_id) values (${mailbox.id}, 'held', '\\x00', 1)`,
      );
      expect(await code(send({ idempotencyKey: 'held' }))).toBe('idempotency_in_progress');
      await holder.query('rollback');
    } finally {
      await holder.end();
    }
    expect(await send({ idempotencyKey: 'held' })).toMatchObject({ replayed: false });
  });
});

describe('a composed message', () => {
  it.each([
    ['a line feed', 'a\nb\n\nc'],
    ['a bare CR', 'a\rb'],
    ['CRLF', 'a\r\nb\r\n'],
    ['8-bit text', 'ä\nö'],
    ['a long line', `${'x'.repeat(2_000)}\ny`],
  ])(
    'has every line end in CRLF and no CR or LF else (RFC 5322 §2.3), whatever the text has: %s',
    async (_what, text) => {
      const attachments = [{ filename: 'f.txt', content: Buffer.from('a\nb\r'), contentType: 'text/plain' }];
      const { emailId } = await send({ text, html: `<p>${text}</p>`, attachments });
      const raw = await sending.rawMessages.read((await sending.email(emailId)).rawId);
      const content = raw?.content.toString('latin1') ?? '';
      expect(content).toMatch(/\r\n$/);
      expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    },
  );
});

describe('a reply that completes its task', () => {
  const actor = { principalId: 'token:1', owner: 'me' };
  async function received() {
    const [id = 0] = await buildEmails(sending.database, mailbox.id, 1);
    await sending.change(
      'sender',
      `update email set from_email = 'friend@example.org', message_id = $2 where id = $1`,
      [id, `<${id}@example.org>`],
    );
    return sending.email(id);
  }
  const content = {
    plainText: '',
    plainTextSource: 'text' as const,
    html: '',
    references: [],
    headers: null,
    authentication: null,
    extractions: null,
    extractedText: null,
    trust: null,
  };
  const statusOf = async (email: Email) => (await sending.tasks.findMany([email])).get(email.id)?.status;

  it('is one with it: a hundred at once send one email and handle the task', async () => {
    const original = await received();
    await sending.tasks.claim(original, { actor, ttlSeconds: 60 });
    const request = { ...requestOf({ to: [], idempotencyKey: 'answer' }), completeTask: actor };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        sending.submissions.reply(sending.principal, original, content, mailbox, request),
      ),
    );
    expect(new Set(answers.map(({ emailId }) => emailId)).size).toBe(1);
    expect(await written()).toEqual(rows(1));
    expect(await statusOf(original)).toBe('handled');
    expect(await sending.email(answers[0]?.emailId ?? 0)).toMatchObject({
      to: [{ email: 'friend@example.org' }],
      inReplyTo: original.messageId,
    });
  });

  it('sends nothing, and uses no key up, where another holds the lease', async () => {
    const original = await received();
    await sending.tasks.claim(original, { actor: { principalId: 'token:2', owner: 'other' }, ttlSeconds: 60 });
    const reply = (lease: object) => {
      const request = { ...requestOf({ to: [], idempotencyKey: 'answer' }), completeTask: { ...actor, ...lease } };
      return code(sending.submissions.reply(sending.principal, original, content, mailbox, request));
    };
    expect(await reply({})).toBe('lease_conflict');
    expect(await reply({ leaseToken: 'stale' })).toBe('lease_expired');
    expect(await written()).toEqual(rows(0));
    expect(await statusOf(original)).toBe('processing');
    expect(await reply({ owner: 'other' })).toBe('none');
  });

  it('to all leaves out who can not be written to', async () => {
    const original = {
      ...(await received()),
      cc: [
        { email: '"a>b"@example.org', name: '' },
        { email: 'c@example.org', name: '' },
      ],
    };
    const request: SendRequest & { replyAll: boolean } = { ...requestOf({ to: [] }), replyAll: true };
    const { emailId } = await sending.submissions.reply(sending.principal, original, content, mailbox, request);
    expect((await sending.email(emailId)).cc).toEqual([{ email: 'c@example.org', name: '' }]);
  });
});
