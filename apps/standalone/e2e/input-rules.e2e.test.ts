import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let box: Awaited<ReturnType<Mailroom['mailbox']>>;
beforeAll(async () => {
  mailroom = await startMailroom();
  box = await mailroom.mailbox();
});
afterAll(() => mailroom.close());

const received = async (subject: string) => {
  await mailroom.send({ from: 'ada@example.org', to: box.address, subject, text: 'x' });
  return mailroom.received(box.api, subject);
};
const refused = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await mailroom.manager.call(method, path, body);
  return [status, answer.error?.type, answer.error?.errors?.[0]?.field];
};

describe('two names of one field', () => {
  it.each([
    ['POST', '/mailboxes', { email: 'n1@mailroom.test', ownerAccountId: 1, accountId: 2 }, 'accountId'],
    ['POST', '/mailboxes', { email: 'n2@mailroom.test', turnstileToken: 'a', token: 'b' }, 'token'],
    ['POST', '/webhooks', { url: 'http://127.0.0.1:1/', ownerAccountId: 1, accountId: 2 }, 'ownerAccountId'],
    ['POST', '/tasks/claim-next', { accountId: 1, status: 'new', statuses: ['handled'] }, 'statuses'],
    ['POST', '/tasks/claim-batch', { accountId: 1, owner: 'a', agentId: 'b' }, 'agentId'],
    ['POST', '/send', { accountId: 1, to: ['a@b.example'], receiveEmail: ['b@b.example'], text: 'x' }, 'receiveEmail'],
  ])('that differ are refused by %s %s with %j', async (method, path, body, field) => {
    expect(await refused(method, path, body)).toEqual([400, 'invalid_request', field]);
  });

  it('are refused by the one that was sent', async () => {
    const mail = { accountId: box.id, receiveEmail: ['a@b.example', 'nobody'], text: 'x' };
    expect(await refused('POST', '/send', mail)).toEqual([400, 'invalid_request', 'receiveEmail.1']);
    const referred = { accountId: box.id, to: ['a@b.example'], draftRef: 'brf_unknown' };
    expect(await refused('POST', '/send', referred)).toEqual([400, 'invalid_request', 'draftRef']);
  });

  it('that agree are one', async () => {
    const claim = { status: 'handled,new', statuses: ['new', 'handled'], owner: 'a', agentId: 'a' };
    expect(await box.api.data('POST', '/tasks/claim-next', { ...claim, accountId: box.id })).toBeNull();
  });
});

describe('a list where an object belongs', () => {
  const message = { to: ['a@b.example'], subject: 's', text: 'x' };
  it.each([
    ['/send', { ...message, pgpMime: [] }, 'pgpMime'],
    ['/reply', { ...message, emailId: 1, pgpMime: [{ encrypted: 'x' }] }, 'pgpMime'],
    ['/send', { ...message, attachments: [[]] }, 'attachments'],
    ['/send', { ...message, headers: [] }, 'headers'],
    ['/tasks/claim-next', { complete: [] }, 'complete'],
  ])('is refused by POST %s with %j', async (path, body, field) => {
    const [status, type, named] = await refused('POST', path, { accountId: box.id, ...body });
    expect([status, type, named.split('.')[0]]).toEqual([400, 'invalid_request', field]);
  });
});

describe('a fingerprint', () => {
  it.each([
    ['/keys/pins', 'fingerprint', { address: 'a@b.example' }],
    ['/bridge/register', 'publicKeyFingerprint', {}],
  ])('that is none is refused by POST %s in words', async (path, field, body) => {
    const { status, body: answer } = await mailroom.manager.call('POST', path, { ...body, [field]: 'zz' });
    expect([status, answer.error?.errors]).toEqual([
      400,
      expect.arrayContaining([{ field, message: expect.stringContaining('must be 40 or 64 hexadecimal digits') }]),
    ]);
  });
});

describe('an instant', () => {
  const wrong = [
    '2026-02-30T00:00:00Z',
    '2026-02-30',
    '2026-01-01T00:00:00',
    '2026-13-01',
    'tomorrow',
    '2026-1-1',
    '0000-01-01',
    '9999-12-31T23:59:59-14:00',
  ];
  it.each(wrong)('is not %s, in a query or in a body', async (text) => {
    const at = encodeURIComponent(text);
    expect(await refused('GET', `/emails/search?accountId=${box.id}&since=${at}`)).toEqual([
      400,
      'invalid_request',
      'since',
    ]);
    const bodies: [string, string, object][] = [
      ['/emails/wait', 'since', { timeoutSeconds: 0 }],
      ['/tasks/requeue-expired', 'before', {}],
      ['/mailboxes', 'expiresAt', { email: 'late@mailroom.test' }],
      [`/mailboxes/${box.id}/tokens`, 'expiresAt', {}],
    ];
    for (const [path, field, body] of bodies) {
      const named = path.startsWith('/mailboxes') ? body : { ...body, accountId: box.id };
      expect(await refused('POST', path, { ...named, [field]: text })).toEqual([400, 'invalid_request', field]);
    }
  });

  it('may be a day, which begins in UTC, or have any zone', async () => {
    const body = { timeoutSeconds: 0 };
    for (const since of ['2026-02-28', '2024-02-29T23:59:59.5+02:00', '2026-01-01T00:00Z']) {
      expect((await box.api.call('POST', '/emails/wait', { ...body, since })).status).toBe(200);
    }
  });
});

describe('text that is empty', () => {
  const sent = (body: object) => box.api.call('POST', '/send', { to: [box.address], subject: 's', ...body });

  it('is no text: the next name counts, or the reference, or nothing is sent', async () => {
    const shown = async (body: object) => {
      const { status, body: answer } = await sent(body);
      return [status, answer.data?.plainText?.trim()];
    };
    const { bodyRef } = await box.api.data('POST', '/body-refs', { text: 'stored' });
    expect(await shown({ text: '', plainText: 'plain' })).toEqual([200, 'plain']);
    expect(await shown({ text: '', plainText: '', content: 'content' })).toEqual([200, 'content']);
    expect(await shown({ text: '', bodyRef })).toEqual([200, 'stored']);
    expect(await shown({ text: '', html: '' })).toEqual([400, undefined]);
    expect((await box.api.call('POST', '/body-refs', { text: '', html: '' })).status).toBe(400);
  });
});

describe('an idempotency key', () => {
  it('knows a request again that says the same in other words', async () => {
    const key = { idempotencyKey: 'same' };
    const first = await box.api.data('POST', '/send', { to: ['A@Example.ORG'], text: 'x', ...key });
    const again = {
      cc: [],
      bcc: [],
      attachments: [],
      accountId: box.id,
      plainText: '',
      html: '',
      to: ['A@example.org'],
    };
    expect((await box.api.data('POST', '/send', { text: 'x', ...again, ...key })).id).toBe(first.id);
    const other = await box.api.call('POST', '/send', { to: ['b@example.org'], text: 'x', ...key });
    expect([other.status, other.body.error.type]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('a reference to a body', () => {
  it('supplies the subject of a reply that has none', async () => {
    const { id } = await received('asked');
    const { bodyRef } = await box.api.data('POST', '/body-refs', { subject: 'stored subject', text: 'stored' });
    expect((await box.api.data('POST', '/reply', { emailId: id, bodyRef })).subject).toBe('stored subject');
    expect((await box.api.data('POST', '/reply', { emailId: id, text: 'y' })).subject).toBe('Re: asked');
    expect((await box.api.data('POST', '/reply', { emailId: id, bodyRef, subject: 'own' })).subject).toBe('own');
  });
});

describe('requeue-expired', () => {
  it('takes tasks that have no lease only where no time is named', async () => {
    const { id } = await received('no lease');
    await box.api.data('POST', `/emails/${id}/release`, { status: 'processing' });
    const requeued = async (body: object) => (await box.api.data('POST', '/tasks/requeue-expired', body)).items.length;
    expect(await requeued({ before: '2020-01-01T00:00:00Z' })).toBe(0);
    expect(await requeued({ before: new Date().toISOString() })).toBe(0);
    expect(await requeued({})).toBe(1);
  });
});

describe('a 401', () => {
  it('says how to sign in', async () => {
    const challenge = async (headers: Record<string, string>) =>
      (await fetch(`${mailroom.baseUrl}/api/agent/v1/me`, { headers })).headers.get('www-authenticate');
    expect(await challenge({})).toBe('Bearer realm="mailroom"');
    expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer realm="mailroom", error="invalid_token"');
  });
});

describe('views of an email', () => {
  it('say that a body is available where one is in the answer', async () => {
    const { id, bodyAvailable } = await received('view');
    const full = await box.api.data('GET', `/emails/${id}`);
    const cut = await box.api.data('GET', `/emails/${id}?maxBodyChars=0`);
    expect([bodyAvailable, full.bodyAvailable, cut.bodyAvailable]).toEqual([false, true, false]);
    expect((await box.api.data('GET', '/emails?view=full')).items[0].bodyAvailable).toBe(true);
  });

  it('of sent mail have its delivery, in short ones too', async () => {
    const { id } = await box.api.data('POST', '/send', { to: [box.address], text: 'x', idempotencyKey: 'echo me' });
    const read = () => box.api.data('GET', `/emails/${id}`);
    await until(async () => (await read()).status === 'delivered');
    const { delivery } = await read();
    const listed = await box.api.data('GET', '/emails?type=1');
    const found = listed.items.find((email: { id: number }) => email.id === id);
    expect(found.delivery).toEqual(delivery);
    expect(found.delivery).toMatchObject({
      emailId: id,
      idempotencyKeyEcho: 'echo me',
      recipients: [{ address: box.address }],
    });
  });
});
