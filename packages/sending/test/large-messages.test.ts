import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { MailTransport, type TransportEnvelope, type TransportOutcome } from '../src/mail-transport.js';
import { startOutbound, type OutboundTest } from './outbound-fixture.js';

const MIB = 1024 * 1024;
const LARGE = 6;

/** Keeps what goes to `large…` until it may go; the rest goes at once. */
class HoldingTransport extends MailTransport {
  override readonly leaves = false;
  readonly sent: string[] = [];
  underWay = 0;
  most = 0;
  #letGo = () => {};
  readonly #mayGo = new Promise<void>((resolve) => (this.#letGo = resolve));

  letGo(): void {
    this.#letGo();
  }

  override async deliver({ recipients }: TransportEnvelope): Promise<TransportOutcome[]> {
    const [address = ''] = recipients.map((recipient) => recipient.address);
    if (address.startsWith('large')) {
      this.most = Math.max(this.most, (this.underWay += 1));
      await this.#mayGo;
      this.underWay -= 1;
    }
    this.sent.push(address);
    return recipients.map(({ position }) => ({ position, status: 'sent', smtpReply: '250 2.0.0 ok' }));
  }

  override async close(): Promise<void> {
    this.letGo();
  }
}

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

/** The size that is written down is what counts. */
const resize = (emailId: number, bytes: number) =>
  outbound.sending.change(
    'resize',
    'update raw_message r set size = $2 from email e where e.raw_id = r.id and e.id = $1',
    [emailId, bytes],
  );

describe('large messages', () => {
  it('are under way in small numbers, hold no small one up, and are each sent once', async () => {
    const transport = new HoldingTransport();
    for (let i = 0; i < LARGE; i++) await resize(await outbound.send(`large${i}@x.test`), 25 * MIB);
    await outbound.startWorker(transport);
    await until(() => transport.underWay > 0);
    const small = await Promise.all(Array.from({ length: 20 }, (_, i) => outbound.send(`small${i}@x.test`)));
    for (const id of small) await outbound.reaches(id, 'sent');
    expect(transport.most).toBe(2);
    transport.letGo();
    await until(() => transport.sent.length === LARGE + 20);
    expect(new Set(transport.sent).size).toBe(LARGE + 20);
    expect(transport.most).toBe(2);
  });

  it('go one by one where one of them is larger than all that may be read at once', async () => {
    const transport = new HoldingTransport();
    transport.letGo();
    const ids = [await outbound.send('large@x.test'), await outbound.send('large@x.test')];
    for (const id of ids) await resize(id, 100 * MIB);
    await outbound.startWorker(transport);
    for (const id of ids) await outbound.reaches(id, 'sent');
    expect(transport.most).toBe(1);
  });

  it('that wait for others when the worker closes are due at once', async () => {
    const transport = new HoldingTransport();
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push(await outbound.send(`large${i}@x.test`));
    for (const id of ids) await resize(id, 60 * MIB);
    const worker = await outbound.startWorker(transport);
    await until(() => transport.underWay === 1);
    await worker.close();
    const jobs = await Promise.all(ids.map((id) => outbound.jobOf(id)));
    expect(jobs.filter(({ status }) => status === 'sent')).toHaveLength(1);
    const waiting = jobs.filter(({ status }) => status === 'queued');
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0]);
    expect(waiting.every(({ dueIn }) => dueIn <= 0)).toBe(true);
  });
});
