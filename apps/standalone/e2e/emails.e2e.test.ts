import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type ApiClient, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const raw = (api: ApiClient, id: number) =>
  fetch(`${api.baseUrl}/api/agent/v1/emails/${id}/raw`, { headers: { authorization: `Bearer ${api.token}` } });

/** A mailbox that has received one email with this subject. */
async function withEmail(subject: string, mail: object = {}) {
  const box = await mailroom.mailbox();
  await mailroom.send({ from: 'Ada <ada@example.org>', to: box.address, subject, text: 'x', ...mail });
  return { ...box, email: await mailroom.received(box.api, subject) };
}

const subjects = ({ items }: Answer['body']) => items.map(({ subject }: { subject: string }) => subject);

describe('the raw message', () => {
  it.each([
    ['small', 10],
    ['in the blob store', 300_000],
  ])('of a %s email is what came, byte for byte, for saving and not for showing', async (_, length) => {
    const text = 'line\r\n'.repeat(length / 5);
    const message = `From: ada@example.org\r\nTo: x@mailroom.test\r\nSubject: exact\r\nX-Odd:  \t kept\r\n\r\n${text}`;
    const { api, email } = await withEmail('exact', { raw: message });
    const response = await raw(api, email.id);
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(body.endsWith(message)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': expect.stringMatching(/^attachment; filename="\d+\.eml"/),
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  it('of a sent email names no blind recipient, neither for the sender nor inside', async () => {
    const [sender, hidden] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const mail = { to: ['open@example.org'], bcc: [hidden.address], subject: 'blind', text: 'x' };
    const { id } = await sender.api.data('POST', '/send', mail);
    const inside = await mailroom.received(hidden.api, 'blind');
    for (const response of [await raw(sender.api, id), await raw(hidden.api, inside.id)]) {
      const text = await response.text();
      expect(text).toContain('open@example.org');
      expect(text).not.toContain(hidden.address);
    }
  });

  it('can be read where the message could not be parsed', async () => {
    const bomb = `${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(400)}`;
    const box = await mailroom.mailbox();
    const message = `Subject: bomb\r\n${bomb}`;
    await mailroom.send({ envelope: { from: 'a@example.org', to: box.address }, raw: message });
    let items: Answer['body'];
    await until(async () => {
      ({ items } = await box.api.data('GET', '/emails'));
      return items.length === 1;
    });
    expect(await (await raw(box.api, items[0].id)).text()).toContain('--b');
  });
});

describe('labels', () => {
  it('are shown in every view, and find their emails in both orders', async () => {
    const { api, address, email } = await withEmail('first');
    await mailroom.send({ from: 'ada@example.org', to: address, subject: 'second', text: 'x' });
    const second = await mailroom.received(api, 'second');
    expect(email.labels).toEqual([]);
    const labels = ['urgent', 'für später', 'urgent'];
    const labelled = await api.data('PUT', `/emails/${email.id}/labels`, { labels });
    expect(labelled).toMatchObject({ id: email.id, labels: ['für später', 'urgent'], task: { status: 'new' } });
    await api.data('PUT', `/emails/${second.id}/labels`, { labels: ['urgent'] });
    expect((await api.data('GET', `/emails/${email.id}`)).labels).toEqual(['für später', 'urgent']);
    expect(subjects(await api.data('GET', '/emails?label=urgent'))).toEqual(['second', 'first']);
    expect(subjects(await api.data('GET', '/emails?label=urgent&timeSort=1&view=full'))).toEqual(['first', 'second']);
    const page = await api.data('GET', '/emails?label=urgent&size=1');
    expect([subjects(page), page.hasMore]).toEqual([['second'], true]);
    expect(subjects(await api.data('GET', `/emails?label=urgent&cursor=${page.nextCursor}`))).toEqual(['first']);
    expect(subjects(await api.data('GET', `/emails?label=${encodeURIComponent('für später')}`))).toEqual(['first']);
    const names = async () => (await api.data('GET', '/labels')).items;
    expect(await names()).toEqual([{ name: 'für später' }, { name: 'urgent' }]);
    expect((await (await mailroom.mailbox()).api.data('GET', '/labels')).items).toEqual([]);
    await api.data('PUT', `/emails/${email.id}/labels`, { labels: [] });
    expect(await names()).toEqual([{ name: 'urgent' }]);
    expect(subjects(await api.data('GET', '/emails?label=urgent'))).toEqual(['second']);
    expect((await api.data('GET', '/emails?label=urgent&type=1')).items).toEqual([]);
  });

  it('set by many at once are those of one of them, and the list agrees with the email', async () => {
    const { api, email } = await withEmail('contended');
    const sets = Array.from({ length: 12 }, (_, n) => ({ labels: [`a${n}`, `b${n % 3}`] }));
    await Promise.all(sets.map((set) => api.data('PUT', `/emails/${email.id}/labels`, set)));
    const { labels } = await api.data('GET', `/emails/${email.id}`);
    expect(sets.map((set) => set.labels)).toContainEqual(labels);
    const all = [...new Set(sets.flatMap((set) => set.labels))];
    const found = await Promise.all(
      all.map(async (label) => ((await api.data('GET', `/emails?label=${label}`)).items.length === 1 ? [label] : [])),
    );
    expect(found.flat().sort()).toEqual(labels);
  });

  it.each([
    [{}],
    [{ labels: 'urgent' }],
    [{ labels: [''] }],
    [{ labels: [' x'] }],
    [{ labels: ['x '] }],
    [{ labels: ['a\nb'] }],
    [{ labels: ['x'.repeat(65)] }],
    [{ labels: [7] }],
    [{ labels: Array.from({ length: 33 }, (_, n) => `l${n}`) }],
    [{ labels: [], add: ['x'] }],
  ])('are refused as %j', async (body) => {
    const { api } = await mailroom.mailbox();
    const { status, body: answer } = await api.call('PUT', '/emails/999999/labels', body);
    expect([status, answer.error.type]).toEqual([400, 'invalid_request']);
  });
});

describe('bodies', () => {
  it('are cut to maxBodyChars in full views, which say so', async () => {
    const { api, email } = await withEmail('long', { text: 'abcdefghij', html: '<p>abcdefghij</p>' });
    const whole = await api.data('GET', `/emails/${email.id}`);
    expect(whole.plainText).toContain('abcdefghij');
    expect((await api.data('GET', `/emails/${email.id}?maxBodyChars=100`)).truncated).toBe(false);
    const short = { plainText: 'abcd', html: '<p>a', truncated: true };
    expect(await api.data('GET', `/emails/${email.id}?maxBodyChars=4`)).toMatchObject(short);
    expect((await api.data('GET', '/emails?view=full&maxBodyChars=4')).items).toMatchObject([short]);
    const summary = (await api.data('GET', '/emails?maxBodyChars=4')).items[0];
    expect([summary.plainText, summary.truncated]).toEqual([undefined, undefined]);
  });
});

describe('threads', () => {
  it('are listed by their newest email, and hold both directions in order', async () => {
    const { api, address, id, email } = await withEmail('Gears');
    await mailroom.send({ from: 'bob@example.org', to: address, subject: 'Other', text: 'x' });
    const other = await mailroom.received(api, 'Other');
    const { messageId } = await api.data('GET', `/emails/${email.id}`);
    await api.data('PUT', '/read', { emailIds: [email.id] });
    const reply = await api.data('POST', '/reply', { emailId: email.id, text: 'the small one' });
    const references = [messageId];
    const again = { from: 'Ada <ada@example.org>', to: address, subject: 'Re: Gears', text: 'y', references };
    await mailroom.send(again);
    const last = await mailroom.received(api, 'Re: Gears');

    const { items, ...page } = await api.data('GET', '/threads');
    expect(page).toEqual({ nextCursor: null, hasMore: false });
    expect(items).toEqual([
      {
        threadId: email.threadId,
        accountId: id,
        subject: 'Re: Gears',
        participants: [
          { email: 'ada@example.org', name: 'Ada' },
          { email: address, name: '' },
        ],
        emailCount: 3,
        unreadCount: 1,
        latestEmailId: last.id,
        latestEmailAt: last.createdAt,
      },
      expect.objectContaining({ threadId: other.threadId, emailCount: 1, unreadCount: 1 }),
    ]);
    const thread = await api.data('GET', `/threads/${encodeURIComponent(email.threadId)}`);
    expect(thread.items.map((item: { id: number }) => item.id)).toEqual([email.id, reply.id, last.id]);
    expect(thread.items.map((item: { direction: string }) => item.direction)).toEqual(['received', 'sent', 'received']);
    const newest = await api.data('GET', `/threads/${email.threadId}?timeSort=0&size=1&view=full&maxBodyChars=1`);
    expect(newest).toMatchObject({ items: [{ id: last.id, plainText: 'y' }], hasMore: true });
    expect((await api.data('GET', `/threads/${email.threadId}?cursor=${reply.id}`)).items).toMatchObject([last]);
  });

  it('are paged in both orders without gap or repetition', async () => {
    const { api, address } = await mailroom.mailbox();
    for (let mail = 0; mail < 5; mail += 1) {
      await mailroom.send({ from: 'a@example.org', to: address, subject: `t${mail}`, text: 'x' });
      await mailroom.received(api, `t${mail}`);
    }
    for (const [order, expected] of [
      ['0', 't4 t3 t2 t1 t0'],
      ['1', 't0 t1 t2 t3 t4'],
    ]) {
      const seen: string[] = [];
      for (let cursor = ''; cursor !== 'null';) {
        const page = await api.data('GET', `/threads?size=2&timeSort=${order}&cursor=${cursor}`);
        seen.push(...subjects(page));
        cursor = String(page.nextCursor);
      }
      expect(seen.join(' ')).toBe(expected);
    }
  });

  it('that are not there are not found', async () => {
    const { api } = await mailroom.mailbox();
    expect((await api.call('GET', '/threads/thr_nothing')).body.error.type).toBe('not_found');
    expect((await mailroom.manager.call('GET', '/threads')).body.error.type).toBe('account_required');
  });
});
