import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { dkimSign } from 'mailauth';
import { parseMessage } from '@mailroom/message';
import { startFakeDns, type FakeDnsEntry, type FakeDnsServer } from '@mailroom/testing';
import { Authenticator } from '../src/parsing/authenticator.js';
import { ParserPool } from '../src/parsing/parser-pool.js';
import { shownBy } from './outcome.fixture.js';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const KEY_RECORD = { TXT: [`v=DKIM1; k=rsa; p=${publicKey}`] };

const CLIENT = '11.22.33.44';
const servers: FakeDnsServer[] = [];
const pools: ParserPool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function dns(records: Record<string, FakeDnsEntry>): Promise<FakeDnsServer> {
  const server = await startFakeDns(records);
  servers.push(server);
  return server;
}

type Sending = {
  raw: string | Buffer;
  clientAddress?: string;
  sender?: string | null;
  records?: Record<string, FakeDnsEntry>;
};

async function check({ raw, clientAddress = CLIENT, sender = 'bounce@example.test', records = {} }: Sending) {
  const server = await dns(records);
  const bytes = Buffer.from(raw);
  const authenticator = new Authenticator({ hostname: 'mx.mailroom.test', dnsServers: [server.address] });
  const envelope = { clientAddress, helo: 'client.example.test', sender };
  const result = await authenticator.authenticate(bytes, envelope, parseMessage(bytes));
  return { result, queries: server.queries };
}

const MESSAGE =
  'From: Alice <alice@example.test>\r\nTo: bob@mailroom.test\r\nSubject: Hello\r\nDate: Tue, 3 Nov 2026 10:00:00 +0000\r\n' +
  'Message-ID: <1@example.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello Bob,\r\nthis is it.\r\n';

const UNCHECKED = 'DKIM-Signature: v=1; a=rsa-sha256; d=example.test; s=s1; h=from; bh=x; b=x\r\n';

async function signed(message: string, options: { domain?: string; headerList?: string; maxBodyLength?: number } = {}) {
  const { domain = 'example.test', headerList, maxBodyLength } = options;
  const signatureData = [
    { signingDomain: domain, selector: 's1', privateKey, ...(maxBodyLength === undefined ? {} : { maxBodyLength }) },
  ];
  const header = headerList === undefined ? {} : { headerList: headerList.split(':') };
  // The signer reads the clock once for what it signs and once for what it writes; across a second they would differ.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  try {
    const signing = { canonicalization: 'relaxed/relaxed', signatureData, ...header };
    return (await dkimSign(message, signing as never)).signatures + message;
  } finally {
    clock.mockRestore();
  }
}

const dmarcOf = (policy: string, domain = 'example.test') => ({
  [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; ${policy}`] },
});
const keyOf = (domain = 'example.test') => ({ [`s1._domainkey.${domain}`]: KEY_RECORD });
const spfOf = (domain: string, record = `v=spf1 ip4:${CLIENT} -all`) => ({ [domain]: { TXT: [record] } });

describe('DKIM', () => {
  it('passes a signed message, and names the domain that signed it', async () => {
    const { result } = await check({ raw: await signed(MESSAGE), records: keyOf() });
    expect(result).toMatchObject({ dkim: 'pass', dkimDomains: ['example.test'], fromDomain: 'example.test' });
  });

  it('fails a message whose body was changed', async () => {
    const raw = (await signed(MESSAGE)).replace('this is it', 'send money');
    expect((await check({ raw, records: keyOf() })).result.dkim).toBe('fail');
  });

  it('fails a message whose subject was changed', async () => {
    const raw = (await signed(MESSAGE)).replace('Subject: Hello', 'Subject: Hallo');
    expect((await check({ raw, records: keyOf() })).result.dkim).toBe('fail');
  });

  it.each(['Subject: Urgent', 'From: Alice <ceo@example.test>', 'Content-Type: text/html'])(
    'does not pass a message that got a second field after it was signed: %s',
    async (field) => {
      const raw = `${field}\r\n${await signed(MESSAGE)}`;
      const { result } = await check({ raw, records: { ...keyOf(), ...dmarcOf('') } });
      expect(result).toMatchObject({ dmarc: 'fail', dkimDomains: [] });
      expect(['neutral', 'fail']).toContain(result.dkim);
    },
  );

  it('does not pass a message with text behind what its signature covers', async () => {
    const body = MESSAGE.slice(MESSAGE.indexOf('\r\n\r\n') + 4);
    const raw = `${await signed(MESSAGE, { maxBodyLength: body.length })}send money\r\n`;
    const { result } = await check({ raw, records: { ...keyOf(), ...dmarcOf('') } });
    expect(result).toMatchObject({ dkim: 'neutral', dmarc: 'fail' });
  });

  it('says none of a message that is not signed, and asks DNS for no key', async () => {
    const { result, queries } = await check({ raw: MESSAGE });
    expect(result).toMatchObject({ dkim: 'none', arc: 'none' });
    expect(queries.filter((query) => query.includes('_domainkey'))).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['a thousand signatures', () => UNCHECKED.repeat(1_000) + MESSAGE],
    ['a signature of a megabyte', () => `DKIM-Signature: v=1; d=x; s=${'a;'.repeat(500_000)}\r\n${MESSAGE}`],
    ['a header of a hundred thousand lines', () => `DKIM-Signature: v=1\r\n${' a\r\n'.repeat(100_000)}${MESSAGE}`],
    ['a sender of thousands of different letters', () => `${UNCHECKED}From: x@${manyLetters()}\r\n${MESSAGE}`],
  ])('refuses %s without working on them', async (_, make) => {
    const { result, queries } = await check({ raw: make() });
    expect(result).toMatchObject({ dkim: 'permerror', arc: 'permerror' });
    expect(queries.filter((query) => query.includes('_domainkey'))).toEqual([]);
  });
});

describe('SPF', () => {
  it('passes a client that the domain lists, and fails another', async () => {
    const records = spfOf('example.test');
    expect((await check({ raw: MESSAGE, records })).result.spf).toBe('pass');
    expect((await check({ raw: MESSAGE, records, clientAddress: '11.22.33.45' })).result.spf).toBe('fail');
    expect((await check({ raw: MESSAGE, records, clientAddress: `::ffff:${CLIENT}` })).result.spf).toBe('pass');
  });

  it('of a bounce is judged by the name that the client gave itself', async () => {
    const { result } = await check({ raw: MESSAGE, sender: null, records: spfOf('client.example.test') });
    expect(result.spf).toBe('pass');
  });

  it('says none where there is no record, and temperror where DNS is broken', async () => {
    expect((await check({ raw: MESSAGE })).result.spf).toBe('none');
    expect((await check({ raw: MESSAGE, records: { 'example.test': { broken: true } } })).result.spf).toBe('temperror');
  });

  it('is not held up by a record made to be slow to read', async () => {
    const record = `v=spf1 exists:x.${'%{l}'.repeat(900)}! -all`;
    const { result } = await check({
      raw: MESSAGE,
      sender: `${'a'.repeat(200)}@example.test`,
      records: spfOf('example.test', record),
    });
    expect(result.spf).toBe('none');
  });
});

describe('DMARC', () => {
  const sub = { domain: 'mail.example.test' };

  it.each([
    ['relaxed DKIM of a subdomain', 'adkim=r', 'pass'],
    ['strict DKIM of a subdomain', 'adkim=s', 'fail'],
    ['strict DKIM written with blanks', 'adkim = s', 'fail'],
  ])('of %s', async (_, policy, expected) => {
    const records = { ...keyOf(sub.domain), ...dmarcOf(policy) };
    const { result } = await check({ raw: await signed(MESSAGE, sub), records });
    expect(result).toMatchObject({ dkim: 'pass', dmarc: expected });
  });

  it.each([
    ['relaxed SPF of a subdomain', 'aspf=r', 'mail.example.test', 'pass'],
    ['strict SPF of a subdomain', 'aspf=s', 'mail.example.test', 'fail'],
    ['strict SPF of the very domain', 'aspf=s', 'example.test', 'pass'],
    ['SPF of a stranger', 'aspf=r', 'stranger.test', 'fail'],
  ])('of %s', async (_, policy, domain, expected) => {
    const records = { ...spfOf(domain), ...dmarcOf(policy) };
    const { result } = await check({ raw: MESSAGE, sender: `bounce@${domain}`, records });
    expect(result).toMatchObject({ spf: 'pass', dmarc: expected });
  });

  it('passes with strict DKIM of the very domain', async () => {
    const records = { ...keyOf(), ...dmarcOf('adkim=s; aspf=s') };
    expect((await check({ raw: await signed(MESSAGE), records })).result.dmarc).toBe('pass');
  });

  it('does not pass by a stranger under the same public suffix', async () => {
    const message = MESSAGE.replaceAll('example.test', 'example.co.uk');
    const records = { ...keyOf('evil.co.uk'), ...dmarcOf('adkim=r', 'example.co.uk') };
    const { result } = await check({ raw: await signed(message, { domain: 'evil.co.uk' }), sender: null, records });
    expect(result).toMatchObject({ dkim: 'pass', dmarc: 'fail' });
  });

  it('holds for every domain that the From field names, so a second one does not lend its good name', async () => {
    const message = MESSAGE.replace('alice@example.test', 'ceo@bank.test>, <alice@example.test');
    const records = { ...keyOf(), ...dmarcOf(''), ...dmarcOf('', 'bank.test') };
    const { result } = await check({ raw: await signed(message), records });
    expect(result).toMatchObject({ dkim: 'pass', dmarc: 'fail' });
  });
});

describe('the whole check', () => {
  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.1.1', '::ffff:127.0.0.1', 'fd00::1', '169.254.1.1', 'unknown'])(
    'says none of a message from %s and asks DNS nothing',
    async (clientAddress) => {
      const { result, queries } = await check({
        raw: await signed(MESSAGE),
        clientAddress,
        records: { ...keyOf(), ...spfOf('example.test') },
      });
      expect(result).toMatchObject({ spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' });
      expect(queries).toEqual([]);
    },
  );

  it('ends with temperror where DNS never answers, the message parsed all the same', async () => {
    const server = await dns({ '*': { silent: true } });
    const pool = new ParserPool({
      workers: 1,
      timeoutMs: 10_000,
      maxHeapMb: 128,
      hostname: 'mx.mailroom.test',
      dnsServers: [server.address],
    });
    pools.push(pool);
    const envelope = { clientAddress: CLIENT, helo: 'client.example.test', sender: 'bounce@example.test' };
    const outcome = await pool.parse({ rawId: '1', raw: Buffer.from(await signed(MESSAGE)), envelope });
    expect(shownBy(outcome)).toMatchObject({
      subject: 'Hello',
      authentication: { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror' },
    });
  });

  it('keeps what it knew when the rest came too late', async () => {
    const records = { ...keyOf(), '*': { silent: true } };
    expect((await check({ raw: await signed(MESSAGE), records })).result).toMatchObject({
      dkim: 'pass',
      spf: 'temperror',
    });
  });

  it('leaves no trace of a hostile header in the worker', async () => {
    const server = await dns({});
    const workerUrl = new URL('./fixtures/hanging.worker.mjs', import.meta.url);
    const pool = new ParserPool({
      workers: 1,
      timeoutMs: 10_000,
      maxHeapMb: 128,
      hostname: 'mx.mailroom.test',
      dnsServers: [server.address],
      workerUrl,
    });
    pools.push(pool);
    const envelope = { clientAddress: CLIENT, helo: 'client.example.test', sender: null };
    const hostile = `ARC-Authentication-Results: i=1; mx.test; spf=pass __proto__.polluted=yes\r\n${MESSAGE}`;
    expect((await pool.parse({ rawId: '1', raw: Buffer.from(hostile), envelope })).ok).toBe(true);
    const inspection = await pool.parse({ rawId: '2', raw: Buffer.from('Subject: inspect\r\n\r\n'), envelope });
    expect(inspection).toEqual({ ok: false, reason: 'crashed: polluted: undefined' });
  });
});

function manyLetters(): string {
  return Array.from({ length: 8_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
}
