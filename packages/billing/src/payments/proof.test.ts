import { describe, expect, it } from '@jest/globals';
import { checkProof, hashOf, parseProof } from './proof.js';
import { encodeHeader, quoteOf } from './quote.js';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const place = {
  network: 'eip155:1',
  asset: address('A'),
  assetName: 'USDC',
  assetVersion: '2',
  payTo: address('b'),
  rpcUrl: null,
};
const resource = { url: 'https://mail.example/v1/billing/topup', description: 'Credits', mimeType: 'application/json' };
const quote = quoteOf(place, { purpose: 'topup', amount: 1_000n, credits: 1 }, resource);
const now = Math.floor(Date.now() / 1_000);

const authorization = {
  from: address('C'),
  to: address('b'),
  value: '1000',
  validAfter: String(now - 600),
  validBefore: String(now + 300),
  nonce: `0x${'1'.repeat(64)}`,
};
const proof = {
  x402Version: 2,
  resource,
  accepted: quote.accepts[0],
  payload: { signature: `0x${'2'.repeat(130)}`, authorization },
};
type Any = Record<string, unknown>;
const withAuthorization = (change: Any) => ({
  ...proof,
  payload: { ...proof.payload, authorization: { ...authorization, ...change } },
});
const judge = (given: unknown) => () => checkProof(parseProof(encodeHeader(given as object)), quote);
const refusal = (field: string) =>
  expect.objectContaining({
    code: 'invalid_payment',
    detail: expect.stringMatching(/^(In the|The) header payment-signature/),
    fix: expect.any(String),
    fields: [expect.objectContaining({ field })],
  });

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a proof of payment', () => {
  it('that answers the quote is in order', () => {
    expect(judge(proof)).not.toThrow();
  });

  it.each<[string, unknown]>([
    ['x402Version', { ...proof, x402Version: 1 }],
    ['resource', { ...proof, resource: undefined }],
    ['resource', { ...proof, resource: { ...resource, url: 'https://mail.example/else' } }],
    ['accepted', { ...proof, accepted: 'x' }],
    ['payload', { ...proof, payload: [] }],
    ['payload.signature', { ...proof, payload: { authorization } }],
    ['payload.signature', { ...proof, payload: { ...proof.payload, signature: '0x12' } }],
    ['payload.authorization', { ...proof, payload: { signature: proof.payload.signature, message: authorization } }],
    ['payload.authorization.nonce', withAuthorization({ nonce: '0x1234' })],
    ['payload.authorization.nonce', withAuthorization({ nonce: '1'.repeat(64) })],
    ['payload.authorization.from', withAuthorization({ from: 'me' })],
    ['payload.authorization.value', withAuthorization({ value: 1_000 })],
    ['payload.authorization.value', withAuthorization({ value: '999' })],
    ['payload.authorization.value', withAuthorization({ value: '9'.repeat(79) })],
    ['payload.authorization.to', withAuthorization({ to: address('d') })],
    ['payload.authorization.validBefore', withAuthorization({ validBefore: String(now - 1) })],
    ['payload.authorization.validBefore', withAuthorization({ validBefore: String(now + 86_400) })],
    ['payload.authorization.validBefore', withAuthorization({ validBefore: '9'.repeat(78) })],
    ['payload.authorization.validAfter', withAuthorization({ validAfter: String(now + 86_400) })],
    ['payload.authorization.validAfter', withAuthorization({ validAfter: '-1' })],
  ])('with a wrong %s is refused with what to do: case %#', (field, given) => {
    expect(thrownBy(judge(given))).toEqual(refusal(field));
  });

  it.each<[string, string]>([
    ['not base64', '!'],
    ['not JSON', Buffer.from('{').toString('base64')],
    ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64')],
    ['too long', 'A'.repeat(16 * 1024 + 1)],
  ])('that is %s is refused', (_, header) => {
    expect(thrownBy(() => parseProof(header))).toEqual(refusal('payment-signature'));
  });

  it.each([null, 1, [], 'x'])('that is %j is refused', (given) => {
    expect(thrownBy(() => parseProof(Buffer.from(JSON.stringify(given)).toString('base64')))).toEqual(
      refusal('payment-signature'),
    );
  });

  it('has one hash however its fields are ordered and its digits written, and another for anything else', () => {
    const hash = (given: object) => hashOf(parseProof(encodeHeader(given))).toString('hex');
    const reordered = Object.fromEntries(Object.entries(proof).reverse());
    expect(hash(reordered)).toBe(hash(proof));
    expect(hash(withAuthorization({ from: authorization.from.toLowerCase() }))).toBe(hash(proof));
    expect(hash({ ...proof, extensions: { x: 1 } })).toBe(hash(proof));
    const others = [
      withAuthorization({ nonce: `0x${'3'.repeat(64)}` }),
      { ...proof, resource: { ...resource, url: 'x' } },
      { ...proof, payload: { ...proof.payload, signature: `0x${'4'.repeat(130)}` } },
    ];
    expect(new Set([proof, ...others].map(hash)).size).toBe(4);
  });
});
