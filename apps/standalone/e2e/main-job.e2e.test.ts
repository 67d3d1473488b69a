import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('mail that comes in', () => {
  it('is a task that exactly one of fifty racing agents gets, whose reply closes it and goes out once', async () => {
    const { api, address } = await mailroom.mailbox();
    await mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject: 'race', text: 'which gear?' });
    const { id } = await mailroom.received(api, 'race');
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api.data('POST', '/tasks/claim-next', { owner: `agent-${index}` })),
    );
    const won = claims.filter((claim) => claim !== null);
    expect(won).toHaveLength(1);
    const { leaseToken, leaseOwner } = won[0].task;
    expect((await api.call('POST', `/emails/${id}/claim`, { owner: 'late' })).body.error.type).toBe('lease_conflict');
    const answer = { emailId: id, text: 'the small one', completeTask: true, leaseToken, idempotencyKey: 'k1' };
    const replies = await Promise.all(Array.from({ length: 100 }, () => api.call('POST', '/reply', answer)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(replies[0]?.body.data).toMatchObject({
      direction: 'sent',
      subject: 'Re: race',
      delivery: { idempotencyKeyEcho: 'k1' },
    });
    const other = await api.call('POST', '/reply', { ...answer, text: 'another' });
    expect([other.status, other.body.error.type]).toEqual([409, 'idempotency_conflict']);
    const { task } = await api.data('GET', `/emails/${id}`);
    expect(task).toMatchObject({ status: 'handled', locked: false, handledBy: leaseOwner ? expect.any(String) : '' });
    await until(async () => (await api.data('GET', '/emails?type=1')).items[0].status === 'sent');
    const sent = await api.data('GET', '/emails?type=1');
    expect(sent.items).toHaveLength(1);
    expect(sent.items[0].threadId).toBe((await api.data('GET', `/emails/${id}`)).threadId);
  });

  it('reaches each of several mailboxes once, also under tags, and is read with its attachments', async () => {
    const [first, second] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const tagged = first.address.replace('@', '+news@');
    await mailroom.send({
      from: 'shop@example.org',
      to: [first.address, tagged, second.address],
      subject: 'to both',
      html: '<p>hello</p>',
      attachments: [{ filename: 'größe.txt', content: 'forty-two' }],
    });
    for (const { api } of [first, second]) {
      const summary = await mailroom.received(api, 'to both');
      expect((await api.data('GET', '/emails')).items).toHaveLength(1);
      const email = await api.data('GET', `/emails/${summary.id}`);
      expect(email).toMatchObject({
        html: '<p>hello</p>',
        bodyAvailable: true,
        unread: true,
        from: { email: 'shop@example.org' },
      });
      // The short view is the long one without its long fields.
      const { plainText: _text, html: _html, attachments: _files, extractions: _found, ...others } = email;
      const { extractedText: _own, trust: _trust, headers: _fields, plainTextSource: _source, ...short } = others;
      expect(summary).toEqual({ ...short, bodyAvailable: false });
      expect(email.attachments).toMatchObject([{ filename: 'größe.txt', size: 9, emailId: summary.id }]);
      const url = email.attachments[0].url.replace(/^http:\/\/localhost:\d+/, api.baseUrl);
      const file = await fetch(url, { headers: { 'x-agent-token': api.token } });
      expect([await file.text(), file.headers.get('x-content-type-options')]).toEqual(['forty-two', 'nosniff']);
      expect(await api.data('PUT', '/read', { emailIds: [summary.id, summary.id] })).toEqual({ updated: 1 });
      expect((await api.data('GET', `/emails/${summary.id}`)).unread).toBe(false);
    }
  });

  it('has its one-time code and its links found', async () => {
    const { api, address } = await mailroom.mailbox();
    await mailroom.send({
      from: 'no-reply@shop.example',
      to: address,
      subject: 'Sign in',
      html: '<p>Your verification code is <b>482 913</b></p><a href="https://shop.example/verify?t=1">Confirm</a>',
    });
    const { id, verificationCode } = await mailroom.received(api, 'Sign in');
    expect(verificationCode).toBe('482913');
    expect((await api.data('GET', `/emails/${id}`)).extractions).toEqual({
      codes: [
        {
          value: '482913',
          confidence: expect.any(Number),
          source: expect.stringMatching(/text|html/),
          signals: expect.arrayContaining(['a name for codes stands beside it']),
        },
      ],
      links: [
        {
          url: 'https://shop.example/verify?t=1',
          text: 'Confirm',
          kind: 'verify',
          hostMatchesSender: true,
          source: 'html',
          signals: ['its text says so'],
        },
      ],
    });
  });

  it('for nobody here is refused at RCPT, and nothing is relayed', async () => {
    const { address } = await mailroom.mailbox();
    const refused = async (to: string) =>
      mailroom.send({ envelope: { from: 'a@example.org', to: [to] }, raw: 'Subject: x\r\n\r\nx' }).then(
        () => 'accepted',
        (error: { response: string }) => error.response,
      );
    expect(await refused(`nobody@${mailroom.domain}`)).toMatch(/^550 5\.1\.1/);
    expect(await refused('someone@elsewhere.example')).toMatch(/^550 5\.7\.1/);
    expect(await refused(`${address.split('@')[0]}@sub.${mailroom.domain}`)).toMatch(/^550 5\.7\.1/);
    expect(await refused(`user%elsewhere.example@${mailroom.domain}`)).toMatch(/^550 5\.1\.1/);
  });

  it('to unknown addresses goes to the catch-all of its domain, but never to one that was used once', async () => {
    const { mailbox } = await mailroom.manager.data('POST', '/mailboxes', {
      email: `all@${mailroom.domain}`,
      allReceive: true,
    });
    await mailroom.send({ from: 'a@example.org', to: `whoever@${mailroom.domain}`, subject: 'caught', text: 'x' });
    let subjects: string[] = [];
    await until(async () => {
      const { items } = await mailroom.manager.data('GET', `/emails?accountId=${mailbox.id}`);
      subjects = items.map((item: { subject: string }) => item.subject);
      return subjects.length > 0;
    });
    expect(subjects).toEqual(['caught']);
  });

  it('keeps a conversation in one thread', async () => {
    const { api, address } = await mailroom.mailbox();
    await mailroom.send({
      from: 'a@example.org',
      to: address,
      subject: 'one',
      messageId: '<t1@example.org>',
      text: '1',
    });
    const first = await mailroom.received(api, 'one');
    await mailroom.send({
      from: 'a@example.org',
      to: address,
      subject: 'two',
      inReplyTo: '<t1@example.org>',
      text: '2',
    });
    expect((await mailroom.received(api, 'two')).threadId).toBe(first.threadId);
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'one', text: 'same subject' });
    await until(async () => (await api.data('GET', '/emails')).items.length === 3);
    expect(
      new Set((await api.data('GET', '/emails')).items.map((item: { threadId: string }) => item.threadId)).size,
    ).toBe(2);
  });
});

describe('mail that goes out', () => {
  it('to a hosted mailbox arrives inside, with a task of its own, once', async () => {
    const [from, to] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const sent = await from.api.data('POST', '/send', {
      to: [to.address],
      cc: [to.address],
      subject: 'inside',
      text: 'hi',
    });
    await mailroom.received(to.api, 'inside');
    await until(async () => (await from.api.data('GET', `/emails/${sent.id}`)).status === 'delivered');
    expect((await to.api.data('GET', '/emails')).items).toHaveLength(1);
    expect((await to.api.data('GET', '/tasks')).items[0].task).toMatchObject({ status: 'new', locked: false });
  });

  it('hides blind recipients, and takes its body from a reference', async () => {
    const [from, to, blind] = [await mailroom.mailbox(), await mailroom.mailbox(), await mailroom.mailbox()];
    const { bodyRef } = await from.api.data('POST', '/body-refs', { text: 'a long body' });
    await from.api.data('POST', '/send', {
      to: [to.address],
      bcc: [blind.address],
      subject: 'hidden',
      draftRef: bodyRef,
    });
    const { id } = await mailroom.received(blind.api, 'hidden');
    const email = await blind.api.data('GET', `/emails/${id}`);
    expect(email.plainText.trim()).toBe('a long body');
    expect(JSON.stringify([email.to, email.cc, email.bcc])).not.toContain(blind.address);
  });

  it.each([
    ['no recipient', { subject: 's', text: 't' }],
    ['an address that hides another', { to: ['"a@y" <evil@z.example>'], text: 't' }],
    ['an address with a line break', { to: ['a@y.example\r\nRCPT TO:<evil@z.example>'], text: 't' }],
    ['a subject with a header in it', { to: ['a@y.example'], subject: 'x\r\nBcc: evil@z.example', text: 't' }],
    [
      'a filename with a header in it',
      { to: ['a@y.example'], text: 't', attachments: [{ filename: 'a\r\nX: y', content: 'eA==' }] },
    ],
    ['neither text nor html', { to: ['a@y.example'], subject: 'x' }],
    ['a reference of nobody', { to: ['a@y.example'], bodyRef: 'brf_none' }],
    ['aliases that differ', { to: ['a@y.example'], receiveEmail: ['b@y.example'], text: 't' }],
    ['an empty idempotency key', { to: ['a@y.example'], text: 't', idempotencyKey: '' }],
    [
      'eleven attachments',
      { to: ['a@y.example'], text: 't', attachments: Array(11).fill({ filename: 'a', content: 'eA==' }) },
    ],
  ])('is refused with %s', async (_, body) => {
    const { api } = await mailroom.mailbox();
    const { status, body: answer } = await api.call('POST', '/send', body);
    expect([status, answer.error.type]).toEqual([400, 'invalid_request']);
    expect((await api.data('GET', '/emails?type=1')).items).toEqual([]);
  });
});

describe('the corpus', () => {
  it('goes in over SMTP and comes out of the API, every file', async () => {
    const { api, address } = await mailroom.mailbox();
    const corpus = fileURLToPath(new URL('../../../packages/message/test/corpus', import.meta.url));
    const expectations = JSON.parse(readFileSync(join(corpus, '../corpus-expectations.json'), 'utf8')) as Record<
      string,
      { subject: string; from: string | null; attachments: (string | null)[] }
    >;
    const files = readdirSync(corpus, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.eml'))
      .sort();
    for (const file of files) {
      const raw = Buffer.from(
        readFileSync(join(corpus, file))
          .toString('latin1')
          .replace(/\r\n|\r|\n/g, '\r\n'),
        'latin1',
      );
      const content = Buffer.from(raw.filter((byte) => byte !== 0));
      await mailroom.send({ envelope: { from: 'corpus@example.org', to: [address] }, raw: content });
    }
    const seen: unknown[] = [];
    // Mail of a sender whose mail was slow is parsed in the time that everything else on the machine leaves.
    const total = async () => (await api.data('GET', '/tasks/stats')).total;
    await until(async () => (await total()) === files.length, { timeoutMs: 240_000, what: 'the whole corpus' });
    let cursor = '';
    for (let hasMore = true; hasMore;) {
      const page = await api.data('GET', `/emails?timeSort=1&size=50&view=full${cursor}`);
      seen.push(
        ...page.items.map(
          (email: { subject: string; from: { email: string }; attachments: { filename: string }[] }) => ({
            subject: email.subject,
            from: email.from.email,
            attachments: email.attachments.map(({ filename }) => filename),
          }),
        ),
      );
      hasMore = page.hasMore;
      cursor = `&cursor=${page.nextCursor}`;
    }
    const expected = files.map((file) => {
      const { subject, from, attachments } = expectations[file] ?? { subject: '', from: null, attachments: [] };
      return { subject, from: from ?? '', attachments };
    });
    expect(seen).toEqual(expected);
  }, 300_000);
});
