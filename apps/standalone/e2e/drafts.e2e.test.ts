import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const empty = { to: [], cc: [], bcc: [], subject: '', text: '', html: null, inReplyTo: null, attachments: [] };
const file = (content: string, more: object = {}) => ({
  filename: 'notes.txt',
  contentType: 'text/plain',
  content: Buffer.from(content).toString('base64'),
  ...more,
});
const bytesOf = async (api: ApiClient, path: string) => {
  const headers = { authorization: `Bearer ${api.token}` };
  const response = await fetch(`${api.baseUrl}/api/agent/v1${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const sentOf = async (api: ApiClient) => (await api.data('GET', '/emails?type=1&size=50')).items;

describe('a draft', () => {
  it('is kept as it is written, with addresses that are none yet, until it is deleted', async () => {
    const { api, id: accountId } = await mailroom.mailbox();
    const begun = await api.data('POST', '/drafts', {});
    expect(begun).toMatchObject({ ...empty, accountId, version: 1 });
    const written = { to: ['ann@', 'Bob <b@x.example>'], cc: ['x'], subject: 'Grüße', text: 'a', html: '<p>a</p>' };
    const saved = await api.data('PUT', `/drafts/${begun.id}`, written);
    expect(saved).toMatchObject({ ...empty, ...written, id: begun.id, version: 2 });
    expect(await api.data('GET', `/drafts/${begun.id}`)).toEqual(saved);
    expect(await api.data('PUT', `/drafts/${begun.id}`, { text: 'b' })).toMatchObject({ ...empty, text: 'b' });
    expect(await api.data('DELETE', `/drafts/${begun.id}`)).toEqual({ id: begun.id });
    for (const [method, body] of [['GET'], ['PUT', { text: 'x' }], ['DELETE']] as const)
      expect((await api.call(method, `/drafts/${begun.id}`, body)).status).toBe(404);
  });

  it('is not emptied by a request that says nothing', async () => {
    const { api } = await mailroom.mailbox();
    const { id, version } = await api.data('POST', '/drafts', { text: 'half a sentence' });
    for (const body of [undefined, {}, { version }]) {
      const { status, body: answer } = await api.call('PUT', `/drafts/${id}`, body);
      expect([status, answer.error.type]).toEqual([400, 'invalid_request']);
    }
    expect(await api.data('GET', `/drafts/${id}`)).toMatchObject({ version, text: 'half a sentence' });
    expect(await api.data('PUT', `/drafts/${id}`, { text: '' })).toMatchObject({ text: '' });
  });

  it('is listed without its bodies, the latest change first, page by page', async () => {
    const { api } = await mailroom.mailbox();
    const ids: number[] = [];
    for (const subject of ['a', 'b', 'c']) ids.push((await api.data('POST', '/drafts', { subject, text: 'long' })).id);
    const [a, b, c] = ids;
    await api.data('POST', `/drafts/${a}/attachments`, file('0123456789'));
    const first = await api.data('GET', '/drafts?size=2');
    expect(first.items.map(({ id }: { id: number }) => id)).toEqual([a, c]);
    expect(first.items[0]).toMatchObject({ subject: 'a', attachments: [{ filename: 'notes.txt', size: 10 }] });
    expect(first.items[0]).not.toHaveProperty('text');
    const rest = await api.data('GET', `/drafts?size=2&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ items: [{ id: b }], nextCursor: null, hasMore: false });
  });

  it('of a version that somebody has replaced is not overwritten: of fifty that save one, one does', async () => {
    const { api } = await mailroom.mailbox();
    const { id, version } = await api.data('POST', '/drafts', {});
    const saves = Array.from({ length: 50 }, (_, n) => api.call('PUT', `/drafts/${id}`, { text: `${n}`, version }));
    const answers = await Promise.all(saves);
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const lost = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of lost) expect([status, body.error.type]).toEqual([409, 'conflict']);
    expect(await api.data('GET', `/drafts/${id}`)).toMatchObject({ text: won?.body.data.text, version: 2 });
    expect((await api.call('POST', `/drafts/${id}/send`, { version: 1 })).body.error.type).toBe('conflict');
    expect((await api.call('DELETE', `/drafts/${id}?version=1`)).body.error.type).toBe('conflict');
    expect((await api.call('DELETE', `/drafts/${id}?version=0`)).status).toBe(400);
    expect((await api.call('DELETE', `/drafts/${id}?version=2`)).status).toBe(200);
    expect((await api.call('GET', `/drafts/${id}`)).status).toBe(404);
  });

  it('of another tenant, or of another mailbox, is not there', async () => {
    const [mine, other] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const draft = await mine.api.data('POST', '/drafts', { to: ['a@b.example'], text: 'mine' });
    const attached = await mine.api.data('POST', `/drafts/${draft.id}/attachments`, file('x'));
    const path = `/drafts/${draft.id}`;
    for (const api of [other.api, await mailroom.stranger()]) {
      const answers = [
        await api.call('GET', path),
        await api.call('PUT', path, { text: 'theirs' }),
        await api.call('DELETE', path),
        await api.call('POST', `${path}/send`, {}),
        await api.call('POST', `${path}/attachments`, file('y')),
        await api.call('GET', `${path}/attachments/${attached.id}`),
        await api.call('DELETE', `${path}/attachments/${attached.id}`),
        await api.call('GET', `/drafts?accountId=${mine.id}`),
        await api.call('POST', '/drafts', { accountId: mine.id }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    const elsewhere = await other.api.data('POST', '/drafts', {});
    expect((await other.api.call('GET', `/drafts/${elsewhere.id}/attachments/${attached.id}`)).status).toBe(404);
    expect((await other.api.call('DELETE', `/drafts/${elsewhere.id}/attachments/${attached.id}`)).status).toBe(404);
    const whole = await mine.api.data('GET', path);
    expect(whole).toMatchObject({ text: 'mine', attachments: [{ id: attached.id }] });
  });

  it('is read with the scope read, and changed with the scope send', async () => {
    const { id, api } = await mailroom.mailbox();
    const draft = await api.data('POST', '/drafts', {});
    const reader = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes: ['read'] });
    const readOnly = new ApiClient(api.baseUrl, reader.token);
    expect((await readOnly.call('GET', `/drafts/${draft.id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/drafts', {}],
      ['PUT', `/drafts/${draft.id}`, {}],
      ['DELETE', `/drafts/${draft.id}`, undefined],
      ['POST', `/drafts/${draft.id}/send`, {}],
      ['POST', `/drafts/${draft.id}/attachments`, file('x')],
    ] as const)
      expect((await readOnly.call(method, path, body)).body.error.type).toBe('insufficient_scope');
  });

  it.each([
    [{ to: ['x'.repeat(321)] }, 'to'],
    [{ cc: Array.from({ length: 101 }, () => 'x') }, 'cc'],
    [{ subject: 'x'.repeat(999) }, 'subject'],
    [{ html: 7 }, 'html'],
    [{ inReplyTo: 999_999_999 }, 'inReplyTo'],
    [{ attachments: [] }, 'attachments'],
  ])('names what is wrong with %p', async (body, field) => {
    const { api } = await mailroom.mailbox();
    const { status, body: answer } = await api.call('POST', '/drafts', body);
    expect([status, answer.error.errors[0].field]).toEqual([400, field]);
  });

  it('is one of a hundred in its mailbox, however many are begun at once', async () => {
    const { api } = await mailroom.mailbox();
    const answers = await Promise.all(Array.from({ length: 120 }, () => api.call('POST', '/drafts', {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) expect([status, body.error.type]).toEqual([429, 'quota_exceeded']);
    const [first] = (await api.data('GET', '/drafts?size=1')).items;
    await api.data('DELETE', `/drafts/${first.id}`);
    expect((await api.call('POST', '/drafts', {})).status).toBe(200);
  });
});

describe('what is attached to a draft', () => {
  it('is uploaded once, stays through saves, and is given back byte for byte', async () => {
    const { api } = await mailroom.mailbox();
    const { id } = await api.data('POST', '/drafts', {});
    const large = 'large '.repeat(20_000);
    const attached = await api.data('POST', `/drafts/${id}/attachments`, file(large, { filename: 'größer.txt' }));
    expect(attached).toMatchObject({ filename: 'größer.txt', mimeType: 'text/plain', size: large.length });
    const saved = await api.data('PUT', `/drafts/${id}`, { text: 'more', version: 1 });
    expect(saved).toMatchObject({ version: 2, attachments: [attached] });
    const { text, headers } = await bytesOf(api, `/drafts/${id}/attachments/${attached.id}`);
    expect(text === large).toBe(true);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fer.txt");
    expect(await api.data('DELETE', `/drafts/${id}/attachments/${attached.id}`)).toEqual({ id: attached.id });
    expect((await api.data('GET', `/drafts/${id}`)).attachments).toEqual([]);
  });

  it('is at most ten files, and 25 MiB with the text, also of those that come at once', async () => {
    const { api } = await mailroom.mailbox();
    const [many, big] = [await api.data('POST', '/drafts', {}), await api.data('POST', '/drafts', {})];
    const path = `/drafts/${many.id}/attachments`;
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => api.call('POST', path, file(`${n}`))));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(4).fill(400)]);
    const half = file('x'.repeat(13 * 1024 * 1024));
    const halves = [];
    for (let count = 0; count < 2; count += 1)
      halves.push(await api.call('POST', `/drafts/${big.id}/attachments`, half));
    expect(halves.map(({ status }) => status)).toEqual([200, 413]);
    const text = 'x'.repeat(13 * 1024 * 1024);
    expect((await api.call('PUT', `/drafts/${big.id}`, { text })).status).toBe(413);
    expect(await api.data('GET', `/drafts/${big.id}`)).toMatchObject({ text: '', version: 1 });
  });

  it.each([
    [{ filename: 'a\r\nb' }, 'filename'],
    [{ filename: '' }, 'filename'],
    [{ contentType: 'text' }, 'contentType'],
    [{ contentId: '<a b>' }, 'contentId'],
    [{ content: '%' }, 'content'],
  ])('names what is wrong with %p', async (change, field) => {
    const { api } = await mailroom.mailbox();
    const { id } = await api.data('POST', '/drafts', {});
    const { status, body } = await api.call('POST', `/drafts/${id}/attachments`, file('x', change));
    expect([status, body.error.errors[0].field]).toEqual([400, field]);
  });
});

describe('POST /drafts/{draftId}/send', () => {
  it('sends what is written with what is attached, and the draft is gone', async () => {
    const { api } = await mailroom.mailbox();
    const written = { to: ['Ada <ada@example.org>'], bcc: ['hidden@example.org'], subject: 'gears', text: 'one' };
    const { id } = await api.data('POST', '/drafts', written);
    await api.data('POST', `/drafts/${id}/attachments`, file('two'));
    const sent = await api.data('POST', `/drafts/${id}/send`, {});
    expect(sent).toMatchObject({ subject: 'gears', to: [{ email: 'ada@example.org', name: 'Ada' }] });
    const [attached] = (await api.data('GET', `/attachments?emailId=${sent.id}`)).items;
    expect(attached).toMatchObject({ filename: 'notes.txt', mimeType: 'text/plain' });
    expect((await bytesOf(api, `/attachments/${attached.id}/content`)).text).toBe('two');
    expect((await api.call('GET', `/drafts/${id}`)).status).toBe(404);
    expect((await api.data('GET', '/drafts')).items).toEqual([]);
  });

  it('sends once, whoever asks at once or again', async () => {
    const { api } = await mailroom.mailbox();
    const { id } = await api.data('POST', '/drafts', { to: ['ada@example.org'], subject: 'once', text: 'x' });
    await api.data('POST', `/drafts/${id}/attachments`, file('y'.repeat(20_000)));
    const callers = mailroom.apiUrls.map((url) => new ApiClient(url, api.token));
    const asked = Array.from({ length: 20 }, (_, n) =>
      callers[n % callers.length]?.call('POST', `/drafts/${id}/send`, {}),
    );
    const answers = [...(await Promise.all(asked)), await api.call('POST', `/drafts/${id}/send`, {})];
    answers.push(await mailroom.manager.call('POST', `/drafts/${id}/send`, {}));
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer?.body.data.id)).size).toBe(1);
    expect(await sentOf(api)).toHaveLength(1);
    expect((await (await mailroom.stranger()).call('POST', `/drafts/${id}/send`, {})).status).toBe(404);
  });

  it('never sends a draft without what was saved into it at the same moment', async () => {
    const { api } = await mailroom.mailbox();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await api.data('POST', '/drafts', { to: ['ada@example.org'], text: 'early' });
      const [sent, saved] = await Promise.all([
        api.call('POST', `/drafts/${id}/send`, {}),
        api.call('PUT', `/drafts/${id}`, { to: ['ada@example.org'], text: 'late' }),
      ]);
      if (saved.status !== 200) expect([sent.status, saved.status]).toEqual([200, 404]);
      else if (sent.status === 200) expect(sent.body.data.plainText ?? sent.body.data.text).toMatch(/^late/);
      else expect([sent.status, sent.body.error.type]).toEqual([409, 'conflict']);
    }
  });

  it('answers in the thread of what it answers, to its sender where nobody is named', async () => {
    const [{ api, address }, friend] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await friend.api.data('POST', '/send', { to: [address], subject: 'which one?', text: 'x' });
    const original = await mailroom.received(api, 'which one?');
    const { id } = await api.data('POST', '/drafts', { inReplyTo: original.id, text: 'the small one' });
    const sent = await api.data('POST', `/drafts/${id}/send`, {});
    expect(sent).toMatchObject({
      subject: 'Re: which one?',
      threadId: original.threadId,
      to: [{ email: friend.address }],
    });
    const foreign = await friend.api.call('POST', '/drafts', { inReplyTo: original.id });
    expect([foreign.status, foreign.body.error.errors[0].field]).toEqual([400, 'inReplyTo']);
  });

  it('refuses what is not finished, and keeps the draft', async () => {
    const { api } = await mailroom.mailbox();
    const { id } = await api.data('POST', '/drafts', { to: ['ann@'], text: 'x' });
    const { status, body } = await api.call('POST', `/drafts/${id}/send`, {});
    expect([status, body.error.errors[0].field]).toEqual([400, 'to.0']);
    await api.data('PUT', `/drafts/${id}`, { text: 'x' });
    expect((await api.call('POST', `/drafts/${id}/send`, {})).status).toBe(400);
    expect(await api.data('GET', `/drafts/${id}`)).toMatchObject({ text: 'x', version: 2 });
    expect(await sentOf(api)).toEqual([]);
  });
});
