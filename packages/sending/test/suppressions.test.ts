import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildMailbox, buildTenant, startFakeDns } from '@mailroom/testing';
import type { Principal } from '@mailroom/identity';
import { DirectTransport } from '../src/index.js';
import { isAddressFailure } from '../src/suppression-rules.js';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';
import { requestOf } from './sending-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(async () => {
  await outbound.afterEach();
  await outbound.sending.change('lift', 'delete from suppression');
});
afterAll(() => outbound.sending.close());

const page = { cursor: undefined, oldestFirst: false, limit: 10 };
const listed = async (principal: Principal = outbound.sending.principal, accountId?: number) =>
  (await outbound.sending.suppressions.list(principal, accountId, page)).map(({ address }) => address);

/** Sends through a relay that gives this answer. */
async function refusedBy(answer: string, at: (step: string) => boolean, ...to: string[]): Promise<number> {
  const hop = await outbound.hopOf({ at: (step) => (at(step) ? answer : undefined) });
  const emailId = await outbound.send(...to);
  await outbound.startWorker(relayTo(hop));
  await outbound.reaches(emailId, 'failed');
  return emailId;
}

describe('an address that its host refuses for good at RCPT', () => {
  it('is suppressed, and no other of the same message', async () => {
    const emailId = await refusedBy(
      '550 5.1.1 No such user',
      (step) => step === 'RCPT Gone@far.test',
      'Gone@far.test',
      'here@far.test',
    );
    const found = await outbound.sending.suppressions.list(outbound.sending.principal, undefined, page);
    expect(found).toMatchObject([
      { address: 'gone@far.test', reason: 'bounce', smtpStatus: '5.1.1', sourceEmailId: emailId },
    ]);
  });

  it.each([
    ['a policy', '550 5.7.1 Not you', 'RCPT a@far.test'],
    ['a full mailbox', '552 5.2.2 Over quota', 'RCPT a@far.test'],
    ['no enhanced code', '550 No', 'RCPT a@far.test'],
    ['a bad sender', '550 5.1.8 Bad sender', 'RCPT a@far.test'],
    ['a sender refused at MAIL', '550 5.1.1 Who are you', 'MAIL'],
    ['the whole message refused', '550 5.1.1 Somebody is not here', '.'],
  ])('is told from %s, which suppresses nobody', async (_what, answer, refusedAt) => {
    await refusedBy(answer, (step) => step === refusedAt, 'a@far.test');
    expect(await listed()).toEqual([]);
  });

  it('is also one whose domain does not exist', async () => {
    const dns = await startFakeDns({});
    outbound.cleanUp.push(() => dns.close());
    const emailId = await outbound.send('a@absent.test');
    await outbound.startWorker(new DirectTransport({ name: 'mail.mailroom.test', dnsServers: [dns.address] }));
    await outbound.reaches(emailId, 'failed');
    expect(await listed()).toEqual(['a@absent.test']);
  });
});

describe('a suppressed address', () => {
  const suppress = (address: string, mailboxId = outbound.mailbox.id) =>
    outbound.sending.change(
      'suppress',
      `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id)
       select tenant_id, $1, 'bounce', id, 1 from mailbox where id = $2`,
      [address, mailboxId],
    );

  it('is sent nothing, in whatever case and field it stands, and nothing is stored', async () => {
    await suppress('gone@far.test');
    const { submissions, principal, change } = outbound.sending;
    const count = () =>
      change('count', 'select (select count(*) from raw_message) as raws, (select count(*) from email)');
    const before = await count();
    for (const fields of [
      { to: ['GONE@Far.test'] },
      { to: ['a@far.test'], cc: ['b@far.test', 'Gone@far.test'] },
      { to: ['a@far.test'], bcc: ['gone@far.test'] },
    ]) {
      const sending = submissions.send(principal, outbound.mailbox, requestOf(fields));
      await expect(sending).rejects.toMatchObject({
        code: 'recipient_suppressed',
        detail: expect.stringMatching(/gone@far\.test/i),
      });
    }
    expect(await count()).toEqual(before);
  });

  it('does not change the answer to a request that was sent before', async () => {
    const { submissions, principal } = outbound.sending;
    const request = requestOf({ to: ['later@far.test'], idempotencyKey: 'before' });
    const { emailId } = await submissions.send(principal, outbound.mailbox, request);
    await suppress('later@far.test');
    expect(await submissions.send(principal, outbound.mailbox, request)).toEqual({ emailId, replayed: true });
  });

  it('can be written to again once a manager has lifted it, and only then', async () => {
    await suppress('gone@far.test');
    const { suppressions, submissions, principal } = outbound.sending;
    const reader = { ...principal, level: 'mailbox', mailboxId: outbound.mailbox.id } as const;
    await expect(suppressions.lift(reader, 'gone@far.test')).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(await suppressions.lift(principal, 'Gone@FAR.test')).toBe('gone@far.test');
    await expect(suppressions.lift(principal, 'gone@far.test')).rejects.toMatchObject({ code: 'not_found' });
    await expect(suppressions.lift(principal, 'no address')).rejects.toMatchObject({ code: 'not_found' });
    const request = requestOf({ to: ['gone@far.test'] });
    expect(await submissions.send(principal, outbound.mailbox, request)).toMatchObject({ replayed: false });
  });

  it("is its tenant's alone, and a mailbox token's where its own mail led to it", async () => {
    const { database, principal, mailbox, suppressions } = outbound.sending;
    await buildTenant(database, 'tnt_b', 'b.test');
    const theirs = await buildMailbox(database, 'tnt_b', 'box@b.test');
    const second = await mailbox('second@a.test');
    await suppress('theirs@far.test', theirs);
    await suppress('first@far.test');
    await suppress('second@far.test', second.id);
    expect(await listed()).toEqual(['second@far.test', 'first@far.test']);
    expect(await listed(principal, second.id)).toEqual(['second@far.test']);
    const own: Principal = { ...principal, level: 'mailbox', mailboxId: second.id };
    expect(await listed(own)).toEqual(['second@far.test']);
    await expect(listed(own, outbound.mailbox.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(listed(principal, theirs)).rejects.toMatchObject({ code: 'not_found' });
    await expect(suppressions.lift(principal, 'theirs@far.test')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an enhanced status code', () => {
  it.each([
    ['5.1.1', true],
    ['5.1.2', true],
    ['5.1.10', true],
    ['5.1.7', false],
    ['5.1.8', false],
    ['5.1.5', false],
    ['5.2.1', false],
    ['4.1.1', false],
    ['', false],
  ])('%s condemns the address: %s', (status, condemned) => expect(isAddressFailure(status)).toBe(condemned));
});
