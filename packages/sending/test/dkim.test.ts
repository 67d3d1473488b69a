import { Resolver } from 'node:dns/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeDns } from '@mailroom/testing';
import { dkimVerify } from 'mailauth';
import { CaptureTransport, DkimKeyService } from '../src/index.js';
import { dkimRecord } from '../src/dkim/dkim-key.js';
import { DkimKeyRepository } from '../src/dkim/dkim-key.repository.js';
import { dkimSignature } from '../src/dkim/dkim-signature.js';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';
import { requestOf } from './sending-fixture.js';

let outbound: OutboundTest;
let keys: DkimKeyService;
beforeAll(async () => {
  outbound = await startOutbound();
  keys = new DkimKeyService(new DkimKeyRepository(outbound.sending.database));
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

/** Returns the verdict of an independent verifier, with the records in the DNS that a domain is told to publish. */
async function verify(message: Buffer, domain = 'a.test') {
  const records = (await keys.list([domain])).map((key) => [
    `${key.selector}._domainkey.${domain}`,
    { TXT: [dkimRecord(key)] },
  ]);
  const dns = await startFakeDns(Object.fromEntries(records));
  try {
    const resolver = new Resolver();
    resolver.setServers([dns.address]);
    const resolve = (name: string, type: string) => resolver.resolve(name, type as 'TXT');
    const { results } = await dkimVerify(message, { resolver: resolve as never });
    return results.map(({ status: { result }, signingDomain }) => `${result} ${signingDomain}`);
  } finally {
    await dns.close();
  }
}

/** Signs the message as SMTP carries it: a last line without an end is given one. */
async function sign(content: Buffer): Promise<Buffer> {
  const end = content.toString('latin1').endsWith('\r\n') ? '' : '\r\n';
  const signature = await dkimSignature(content, await keys.signingKey('a.test'), new Date());
  return Buffer.concat([signature, content, Buffer.from(end)]);
}

const header = 'From: agent@a.test\r\nTo: far@far.test\r\nSubject: hi\r\nMIME-Version: 1.0\r\n';
const message = (body: string, fields = '') => Buffer.from(`${header}${fields}\r\n${body}`);

describe('the signature', () => {
  it.each([
    ['plain text', message('hello\r\n')],
    ['no body', message('')],
    ['a body of empty lines', message('\r\n\r\n\r\n')],
    ['empty lines at its end', message('hello\r\n\r\n\r\n')],
    ['no line end at its end', message('hello')],
    ['blanks and tabs', message('a  b\t c \r\n \r\nd\t\r\n  e ')],
    ['a blank at its very end', message('hello ')],
    ['dots at the start of lines', message('.\r\n..\r\n.x\r\n')],
    ['8-bit content', message('äöü €\r\n', 'Content-Type: text/plain; charset=utf-8\r\n')],
    [
      'folded and repeated fields',
      message('x\r\n', 'Cc: a@b.test,\r\n\t c@d.test\r\nReferences: <1@x>\r\n  <2@x>\r\n'),
    ],
    ['two megabytes', message(`${'x'.repeat(76)}\r\n`.repeat(27_000))],
  ])('of a message with %s is good to a verifier that is not ours', async (_what, content) => {
    expect(await verify(await sign(content))).toEqual(['pass a.test']);
  });

  it.each([
    ['the body', (text: string) => text.replace('hello', 'hullo')],
    ['the subject', (text: string) => text.replace('Subject: hi', 'Subject: ho')],
    ['a second From in front', (text: string) => `From: evil@evil.test\r\n${text}`],
    ['a second Subject in front', (text: string) => `Subject: pay me\r\n${text}`],
    ['a Reply-To that was not there', (text: string) => `Reply-To: evil@evil.test\r\n${text}`],
  ])('does not hold for a change of %s', async (_what, change) => {
    const signed = (await sign(message('hello\r\n'))).toString('latin1');
    expect(await verify(Buffer.from(signed))).toEqual(['pass a.test']);
    expect(await verify(Buffer.from(change(signed)))).not.toEqual(['pass a.test']);
  });

  it('has no line that a header may not have (RFC 5322 §2.1.1)', async () => {
    const signature = await dkimSignature(message('x'), await keys.signingKey('a.test'), new Date());
    const lines = signature.toString().split('\r\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
    expect(lines.slice(1, -1).every((line) => /^ +\S/.test(line))).toBe(true);
  });
});

describe('mail that leaves', () => {
  const dotsUnstuffed = (content: string) => content.replace(/^\.\./gm, '.');

  it('is signed for the domain that it is from, over the very bytes that the next hop gets', async () => {
    const hop = await outbound.hopOf();
    const { submissions, principal } = outbound.sending;
    const attachments = [{ filename: 'räte.bin', content: Buffer.alloc(100_000, 7) }];
    const text = 'Grüße\n.\n..dots\rcr  \n\ttab\n\n\n';
    const request = requestOf({ to: ['far@far.test'], subject: 'Grüße', text, html: '<p>  x</p>', attachments });
    const { emailId } = await submissions.send(principal, outbound.mailbox, request);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    const content = dotsUnstuffed(hop.messages[0]?.content ?? '');
    expect(await verify(Buffer.from(content, 'latin1'))).toEqual(['pass a.test']);
    expect(hop.messages[0]?.sender).toMatch(/^bounce\+[0-9a-f]{32}@a\.test$/);
  });

  it('is signed afresh at each attempt, and once', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === '.' ? '451 later' : undefined) });
    const emailId = await outbound.send();
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    hop.script = {};
    await outbound.makeDue(emailId);
    await outbound.reaches(emailId, 'sent');
    expect(hop.messages[0]?.content.match(/^DKIM-Signature:/gim)).toHaveLength(1);
  });

  it('is signed with its own key in each of several domains', async () => {
    const { change, mailbox, submissions, principal } = outbound.sending;
    await change('domain', `insert into mail_domain (name, tenant_id) values ('other.test', 'tnt_a')`);
    const other = await mailbox('agent@other.test');
    const hop = await outbound.hopOf();
    const { emailId } = await submissions.send(principal, other, requestOf({ to: ['far@far.test'] }));
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    const content = Buffer.from(dotsUnstuffed(hop.messages[0]?.content ?? ''), 'latin1');
    expect(await verify(content, 'other.test')).toEqual(['pass other.test']);
  });

  it('is told from mail that is kept, which needs no key', async () => {
    const emailId = await outbound.send();
    await outbound.startWorker(new CaptureTransport());
    await outbound.reaches(emailId, 'sent');
    const raw = await outbound.sending.rawMessages.read((await outbound.sending.email(emailId)).rawId);
    expect(raw?.content.toString()).not.toMatch(/^dkim-signature/im);
  });
});

describe('the keys of a domain', () => {
  const kept = () => new DkimKeyService(new DkimKeyRepository(outbound.sending.database));

  it('are one, whoever needs it first and however many do at once', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => kept().signingKey('race.test')));
    expect(new Set(found.map(({ selector }) => selector)).size).toBe(1);
    expect(await kept().list(['race.test'])).toMatchObject([{ status: 'active' }]);
  });

  it('are rotated in two steps, so that the next one is published before it signs', async () => {
    const service = kept();
    const before = await service.signingKey('rotated.test');
    const [next] = await service.rotate('rotated.test');
    expect(next).toMatchObject({ status: 'next' });
    expect((await service.signingKey('rotated.test')).selector).toBe(before.selector);
    const after = await service.rotate('rotated.test');
    expect(after.map(({ selector, status }) => [selector, status])).toEqual([
      [next?.selector, 'active'],
      [before.selector, 'retired'],
    ]);
    expect((await service.signingKey('rotated.test')).selector).toBe(next?.selector);
  });

  it('stand in no error, and so in no log, when they can not be stored', async () => {
    const repository = new DkimKeyRepository(outbound.sending.database);
    const key = { selector: 's\u0000', publicKey: 'public', privateKey: 'private-key-text' };
    const error: unknown = await repository.insert('a.test', key, 'next').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('private-key-text');
  });

  it('show their public half alone', async () => {
    const shown = JSON.stringify(await kept().list(['a.test']));
    const [row] = await outbound.sending.change(
      'private',
      `select private_key as key from dkim_key where domain = 'a.test'`,
    );
    const secret = String(row?.key).split('\n')[5] ?? '';
    expect(secret).toHaveLength(64);
    expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/private/i);
  });
});
