import { afterEach, expect, it, jest } from '@jest/globals';
import type { DnsLookup } from '../src/parsing/dns-lookup.js';
import { SenderVerdicts } from '../src/parsing/sender-verdicts.js';

afterEach(() => void jest.restoreAllMocks());

const CLIENT = '192.0.2.1';
const DOMAIN = 'example.test';

/** The answers of DNS to one message; a name that is in `broken` is not answered. */
function dnsOf(records: Record<string, unknown>, broken: readonly string[] = []) {
  const asked: string[] = [];
  let failed = false;
  const resolve = async (name: string, type: string) => {
    asked.push(`${type} ${name}`);
    failed ||= broken.includes(name);
    if (failed) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
    const found = records[`${type} ${name}`];
    if (found === undefined) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    return found;
  };
  return { asked, dns: { resolve, hasFailed: () => failed } as unknown as DnsLookup };
}

const from = (sender: string | null, more: object = {}) => ({
  clientAddress: CLIENT,
  helo: 'mail.example.test',
  sender,
  hostname: 'mx.test',
  ...more,
});

const policy = { [`TXT ${DOMAIN}`]: [[`v=spf1 ip4:${CLIENT} -all`]] };

it('asks once in ten seconds what SPF says of a client and a domain', async () => {
  const verdicts = new SenderVerdicts();
  const { asked, dns } = dnsOf(policy);
  for (const sender of ['ada@example.test', 'bob@EXAMPLE.test', 'ada@example.test'])
    expect(await verdicts.spf(from(sender), dns)).toEqual({ result: 'pass', domain: DOMAIN });
  expect(asked).toEqual([`TXT ${DOMAIN}`]);
  expect(await verdicts.spf(from('ada@example.test', { clientAddress: '192.0.2.2' }), dns)).toMatchObject({
    result: 'fail',
  });
  expect(await verdicts.spf(from(null), dns)).toMatchObject({ domain: 'mail.example.test', result: 'none' });
  expect(asked).toEqual([`TXT ${DOMAIN}`, `TXT ${DOMAIN}`, 'TXT mail.example.test']);
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 10_001);
  expect(await verdicts.spf(from('ada@example.test'), dnsOf({}).dns)).toMatchObject({ result: 'none' });
});

it('judges each sender where the record of the domain tells them apart', async () => {
  const verdicts = new SenderVerdicts();
  const { dns } = dnsOf({
    [`TXT ${DOMAIN}`]: [['v=spf1 include:spf.example.test -all']],
    'TXT spf.example.test': [['v=spf1 exists:%{l}.users.example.test -all']],
    'A ada.users.example.test': ['127.0.0.2'],
  });
  const results = [];
  for (const sender of ['ada@example.test', 'eve@example.test', 'ada@example.test'])
    results.push((await verdicts.spf(from(sender), dns)).result);
  expect(results).toEqual(['pass', 'fail', 'pass']);
});

it('keeps nothing of what DNS did not answer', async () => {
  const verdicts = new SenderVerdicts();
  const dead = dnsOf({}, [DOMAIN, `_dmarc.${DOMAIN}`]).dns;
  const sender = from('ada@example.test');
  expect(await verdicts.spf(sender, dead)).toMatchObject({ result: 'temperror' });
  expect(await verdicts.spf(sender, dnsOf(policy).dns)).toMatchObject({ result: 'pass' });
  const proven = { spf: [DOMAIN], dkim: [] };
  expect(await verdicts.dmarc([DOMAIN], proven, dead)).toBe('temperror');
  const answered = dnsOf({ [`TXT _dmarc.${DOMAIN}`]: [['v=DMARC1; p=reject']] });
  expect(await verdicts.dmarc([DOMAIN], proven, answered.dns)).toBe('pass');
});

it('keeps what DMARC says of a domain apart by what was proven', async () => {
  const verdicts = new SenderVerdicts();
  const { asked, dns } = dnsOf({ [`TXT _dmarc.${DOMAIN}`]: [['v=DMARC1; p=reject']] });
  const results = [];
  for (const spf of [[DOMAIN], [], [DOMAIN], ['other.test']])
    results.push(await verdicts.dmarc([DOMAIN], { spf, dkim: [] }, dns));
  expect(results).toEqual(['pass', 'fail', 'pass', 'fail']);
  expect(asked).toHaveLength(3);
});
