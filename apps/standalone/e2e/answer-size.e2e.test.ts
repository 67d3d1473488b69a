import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let box: Awaited<ReturnType<Mailroom['mailbox']>>;
beforeAll(async () => {
  mailroom = await startMailroom();
  box = await mailroom.mailbox();
  // An answer carries two of the first three; the fourth fits beside them. What is quoted occurs only in the text.
  for (const [sent, megabytes] of [1.7, 1.7, 1.7, 0.1].entries()) {
    const text = `fat words\n\n${'> quoted line of twenty.\n'.repeat((megabytes * 1_000_000) / 24)}`;
    await mailroom.send({
      from: 'a@example.org',
      to: box.address,
      subject: 'fat',
      text,
      references: ['<r@example.org>'],
    });
    const found = async () => (await box.api.data('GET', '/emails/search?q=fat')).items.length;
    await until(async () => (await found()) === sent + 1, { what: 'the email in the index' });
  }
});
afterAll(() => mailroom.close());

const bodyBytes = (items: Answer['body'][]) =>
  items.reduce((sum, { plainText, html, extractedText }) => sum + (plainText + html + extractedText).length, 0);

describe('the bodies of one answer', () => {
  it.each([
    ['a list', async () => '/emails?view=full&timeSort=1'],
    ['a label', async () => '/emails?view=full&timeSort=1&label=big'],
    ['a search', async () => '/emails/search?q=fat&view=full&timeSort=1'],
    [
      'a thread',
      async () => `/threads/${encodeURIComponent((await box.api.data('GET', '/threads')).items[0].threadId)}?view=full`,
    ],
  ])('are at most 4 MiB in %s: those that do not fit are left out, and had by their id', async (_, path) => {
    const { items: listed } = await box.api.data('GET', '/emails');
    for (const { id } of listed) await box.api.data('PUT', `/emails/${id}/labels`, { labels: ['big'] });
    const { items } = await box.api.data('GET', await path());
    expect(items.map(({ truncated }: { truncated?: boolean }) => truncated ?? false)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(bodyBytes(items)).toBeLessThan(4 * 1024 * 1024);
    expect(items[2]).toMatchObject({
      plainText: '',
      html: '',
      extractedText: '',
      subject: 'fat',
      bodyAvailable: false,
    });
    expect(items[2].trust).toEqual(items[1].trust);
    const whole = await box.api.data('GET', `/emails/${items[2].id}`);
    expect(whole.plainText.length).toBeGreaterThan(1_600_000);
  });

  it('all come in part where maxBodyChars makes them small', async () => {
    for (const path of ['/emails?', '/emails/search?q=fat&']) {
      const { items } = await box.api.data('GET', `${path}view=full&maxBodyChars=2000`);
      expect(items.map(({ plainText }: { plainText: string }) => plainText.length)).toEqual([2000, 2000, 2000, 2000]);
      expect(items.every(({ truncated }: { truncated: boolean }) => truncated)).toBe(true);
    }
  });
});

it('keeps 4,194,304 characters of a text, says that there is more, and gives all of it raw', async () => {
  const other = await mailroom.mailbox();
  const text = 'A line of thirty characters.\r\n'.repeat(200_000);
  await mailroom.send({ from: 'a@example.org', to: other.address, subject: 'endless', text });
  const { email } = await other.api.data('POST', '/emails/wait', { subject: 'endless', timeoutSeconds: 30 });
  const { plainText, truncated, extractedText } = await other.api.data('GET', `/emails/${email.id}`);
  expect([plainText.length, extractedText.length <= 4_194_304, truncated]).toEqual([4_194_304, true, true]);
  const raw = await fetch(`${other.api.baseUrl}/api/agent/v1/emails/${email.id}/raw`, {
    headers: { authorization: `Bearer ${other.api.token}` },
  });
  expect((await raw.text()).length).toBeGreaterThan(text.length);
});
