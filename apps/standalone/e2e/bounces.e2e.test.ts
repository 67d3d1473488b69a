import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildBounce, buildDsn, buildFeedback, until } from '@mailroom/testing';
import { SMTPServer } from 'smtp-server';
import { startOwnMailroom, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let relay: SMTPServer;
let api: ApiClient;
let address: string;
let envelopeSender = '';
/** What the relay does once it has a message, before it says that it accepted it. */
let onTaken: () => Promise<void> = async () => {};

const far = 'far@far.example';

beforeAll(async () => {
  relay = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    onMailFrom: (sender, _session, done) => {
      envelopeSender = sender.address;
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => void onTaken().then(() => done(), done));
    },
  });
  relay.on('error', () => {});
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.server.address() as AddressInfo;
  mailroom = await startOwnMailroom({ OUTBOUND_MODE: 'relay', OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${port}` });
  ({ api, address } = await mailroom.mailbox());
});
afterAll(async () => {
  await mailroom.close();
  await new Promise<void>((resolve) => relay.close(resolve));
});

const report = (raw: string, to = envelopeSender) => mailroom.send({ envelope: { from: '', to: [to] }, raw });
const emailOf = (id: number) => api.data('GET', `/emails/${id}`);

async function send(to: string[] = [far]): Promise<number> {
  onTaken = async () => {};
  const { id } = await api.data('POST', '/send', { to, subject: 'hi', text: 'hello' });
  await becomes(id, 'sent');
  return id;
}
const becomes = (id: number, status: string) =>
  until(async () => (await emailOf(id)).status === status, { what: `the status ${status}` });

describe('a report that comes in by SMTP', () => {
  it('finds its way to the email: delayed, delivered, complained, each with its words in the delivery', async () => {
    const id = await send(['slow@far.example']);
    const fields = { 'Final-Recipient': 'rfc822; slow@far.example' };
    await report(
      buildDsn([{ ...fields, Action: 'delayed', Status: '4.4.1', 'Diagnostic-Code': 'smtp; 451 4.4.1 later' }]),
    );
    await becomes(id, 'delayed');
    expect(await emailOf(id)).toMatchObject({
      errorMessage: '451 4.4.1 later',
      delivery: {
        status: 'delayed',
        recipients: [
          { address: 'slow@far.example', status: 'delayed', enhancedStatus: '4.4.1', smtpReply: '451 4.4.1 later' },
        ],
      },
    });
    await report(buildDsn([{ ...fields, Action: 'delivered', Status: '2.0.0' }]));
    await becomes(id, 'delivered');
    expect((await emailOf(id)).errorMessage).toBe('');
    await report(buildFeedback({ 'Original-Rcpt-To': 'slow@far.example' }));
    await becomes(id, 'complained');
  });

  it('makes the email bounced, and lies in its mailbox like other mail, with a task that nobody need do', async () => {
    const id = await send(['gone@far.example']);
    await report(buildBounce('gone@far.example'));
    await becomes(id, 'bounced');
    const bounce = await mailroom.received(api, 'about your mail');
    expect(bounce).toMatchObject({ task: { status: 'ignored', reason: 'delivery status notification' } });
    const { items } = await api.data('GET', '/emails?type=1');
    expect(items.find((email: { id: number }) => email.id === id)).toMatchObject({ status: 'bounced' });
  });

  it('may be written for people: at the return path, and from the null sender, it is a report', async () => {
    const id = await send(['left@far.example']);
    const written = (subject: string) =>
      [
        'From: Ticket desk <desk@far.example>',
        `Subject: ${subject}`,
        '',
        'Your message could not be delivered to the following recipient:',
        '',
        'left@far.example: 550 5.1.1 User unknown',
        '',
      ].join('\r\n');
    await report(written('Undeliverable: to the mailbox'), address);
    await report(written('Undeliverable: to the return path'));
    await becomes(id, 'bounced');
    expect(await mailroom.received(api, 'Undeliverable: to the return path')).toMatchObject({
      task: { status: 'ignored', reason: 'delivery status notification', handledBy: 'mailroom' },
    });
    expect(await mailroom.received(api, 'Undeliverable: to the mailbox')).toMatchObject({ task: { status: 'new' } });
  });

  it('may come before the relay has said that it took the message', async () => {
    onTaken = () => report(buildBounce('quick@far.example'));
    const { id } = await api.data('POST', '/send', { to: ['quick@far.example'], text: 'hello' });
    await becomes(id, 'bounced');
    expect(await emailOf(id)).toMatchObject({ delivery: { recipients: [{ address: 'quick@far.example' }] } });
  });

  it("may come to the mailbox's own address, and quote the Message-ID", async () => {
    const id = await send(['odd@far.example']);
    const { messageId } = await emailOf(id);
    await report(buildBounce('odd@far.example', messageId), address);
    await becomes(id, 'bounced');
    expect(await emailOf(id)).toMatchObject({ messageId, status: 'bounced' });
  });

  it('under a return path that nobody has is refused, where no mailbox takes all mail', async () => {
    const guessed = `bounce+${'0'.repeat(32)}@mailroom.test`;
    await expect(report(buildBounce(far), guessed)).rejects.toMatchObject({ responseCode: 550 });
  });
});

describe('an address that bounced', () => {
  const gone = 'no+one@far.example';

  it('is refused from then on, by name, in sends and replies, until a manager lifts it', async () => {
    const id = await send([gone]);
    await report(buildBounce(gone));
    await becomes(id, 'bounced');
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await api.call('POST', path, { text: 'x', ...body });
      expect([status, answer.error.type, answer.message.includes(gone)]).toEqual([403, 'recipient_suppressed', true]);
    };
    await refused('/send', { to: [gone] });
    await mailroom.send({ from: gone, to: address, subject: 'are you there', text: 'x' });
    await refused('/reply', { emailId: (await mailroom.received(api, 'are you there')).id });

    const { items, hasMore } = await mailroom.manager.data('GET', '/suppressions?size=50');
    expect(hasMore).toBe(false);
    expect(items.find((item: { address: string }) => item.address === gone)).toMatchObject({
      reason: 'bounce',
      smtpStatus: '5.1.1',
      sourceEmailId: id,
    });
    const path = `/suppressions/${encodeURIComponent(gone)}`;
    expect((await api.call('DELETE', path)).body.error.type).toBe('insufficient_scope');
    expect(await mailroom.manager.data('DELETE', path)).toEqual({ address: gone });
    expect((await mailroom.manager.call('DELETE', path)).status).toBe(404);
    await send([gone]);
  });

  it("is listed page by page, and to a mailbox token only where its own mailbox's mail led to it", async () => {
    const other = await mailroom.mailbox();
    for (const name of ['p1', 'p2', 'p3']) {
      const id = await send([`${name}@far.example`]);
      await report(buildBounce(`${name}@far.example`));
      await becomes(id, 'bounced');
    }
    const first = await api.data('GET', '/suppressions?size=2');
    expect(first.items.map((item: { address: string }) => item.address)).toEqual(['p3@far.example', 'p2@far.example']);
    const { items } = await api.data('GET', `/suppressions?size=2&cursor=${first.nextCursor}`);
    expect(items[0].address).toBe('p1@far.example');
    expect((await other.api.data('GET', '/suppressions')).items).toEqual([]);
  });
});
