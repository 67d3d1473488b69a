import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@mailroom/errors';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { MAX_TIMEOUT_SECONDS, type Quote } from './quote.js';

/** A transfer that its payer has signed (EIP-3009). */
export type Authorization = {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
};

/** A proof of payment as it came, with nothing in it but what we know. */
export type Proof = PaymentPayload & {
  readonly resource: object;
  readonly payload: { readonly signature: string; readonly authorization: Authorization };
};

const MAX_HEADER = 16 * 1024;
/** How much the clock of a client may differ from ours. */
const CLOCK_SECONDS = 300;

const address = /^0x[0-9a-f]{40}$/i;
const number = /^(0|[1-9]\d{0,77})$/;
const forms: Readonly<Record<keyof Authorization, RegExp>> = {
  from: address,
  to: address,
  value: number,
  validAfter: number,
  validBefore: number,
  nonce: /^0x[0-9a-f]{64}$/i,
};
/** 65 bytes, or what a contract wallet takes for a signature. */
const signatureForm = /^0x(?:[0-9a-f]{2}){64,4096}$/i;

const FIX = 'Sign the quote of the 402 with an x402 client (version 2, scheme exact), and send its header unchanged.';

/** The header that carries a payment; errors call it by this name, since payment proofs are something else to callers. */
const HEADER = 'payment-signature';

function invalid(field: string, message: string, fix = FIX): DomainError {
  const where = field === HEADER ? `The header ${HEADER}` : `In the header ${HEADER}, "${field}"`;
  return new DomainError('invalid_payment', `${where} ${message}.`, {
    fix,
    fields: [{ field, message }],
  });
}

/** Reads the header `payment-signature`. @throws invalid_payment */
export function parseProof(header: string): Proof {
  const source = asObject(HEADER, decode(header));
  if (source.x402Version !== 2) throw invalid('x402Version', 'must be 2');
  const resource = asObject('resource', source.resource, 'Keep the resource object of the quote in the payment.');
  const accepted = asObject('accepted', source.accepted) as PaymentRequirements;
  const { signature, authorization } = asObject('payload', source.payload);
  if (typeof signature !== 'string' || !signatureForm.test(signature)) {
    throw invalid('payload.signature', 'must be a signature in hexadecimal digits with 0x before them');
  }
  const payload = { signature: signature.toLowerCase(), authorization: readAuthorization(authorization) };
  return { x402Version: 2, resource: resource as Proof['resource'], accepted, payload } as Proof;
}

/** Refuses what could not pay this quote, whatever the chain says. @throws invalid_payment */
export function checkProof({ resource, payload: { authorization } }: Proof, quote: Quote): void {
  if (!isDeepStrictEqual(resource, quote.resource)) {
    throw invalid('resource', "must be the quote's resource object", 'Keep the resource object of the quote as it is.');
  }
  const [{ payTo, amount }] = quote.accepts;
  if (authorization.to !== payTo.toLowerCase())
    throw invalid('payload.authorization.to', 'must be the payTo of the quote');
  if (authorization.value !== amount) throw invalid('payload.authorization.value', 'must be the amount of the quote');
  const now = Date.now() / 1_000;
  const [after, before] = [Number(authorization.validAfter), Number(authorization.validBefore)];
  if (before <= now) throw invalid('payload.authorization.validBefore', 'has passed', 'Sign a new payment.');
  if (before > now + MAX_TIMEOUT_SECONDS + CLOCK_SECONDS) {
    throw invalid('payload.authorization.validBefore', `must be at most ${MAX_TIMEOUT_SECONDS} seconds from now`);
  }
  if (after > now + CLOCK_SECONDS) throw invalid('payload.authorization.validAfter', 'must not be in the future');
}

/** Whether the proof answers what this quote asks for; prices may have changed since it was signed. */
export function answersQuote({ accepted }: Proof, { accepts: [asked] }: Quote): boolean {
  const same = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase();
  const extra = Object(accepted.extra) as Record<string, unknown>;
  return (
    accepted.scheme === asked.scheme &&
    accepted.network === asked.network &&
    accepted.amount === asked.amount &&
    same(accepted.asset, asked.asset) &&
    same(accepted.payTo, asked.payTo) &&
    extra.name === asked.extra.name &&
    extra.version === asked.extra.version
  );
}

/** Two proofs have the same hash only if they are the same, but for the case of digits and the order of fields. */
export function hashOf({ resource, accepted, payload: { signature, authorization } }: Proof): Buffer {
  const fields = Object.keys(forms).map((name) => authorization[name as keyof Authorization]);
  const whole = [sorted(resource), sorted(accepted), signature, ...fields];
  return createHash('sha256').update(JSON.stringify(whole)).digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

function decode(header: string): unknown {
  if (header.length > MAX_HEADER) throw invalid(HEADER, `must have at most ${MAX_HEADER} characters`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) throw invalid(HEADER, 'must be base64');
  try {
    const bytes = Buffer.from(header, 'base64');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid(HEADER, 'must be JSON in base64');
  }
}

function readAuthorization(value: unknown): Authorization {
  const fix = 'Put the signed authorization into payload.authorization; payload.message is no substitute.';
  const source = asObject('payload.authorization', value, fix);
  const fields = Object.entries(forms).map(([name, form]) => {
    const text = source[name];
    if (typeof text === 'string' && form.test(text)) return [name, text.toLowerCase()];
    throw invalid(`payload.authorization.${name}`, MESSAGES[name as keyof Authorization]);
  });
  return Object.fromEntries(fields) as Authorization;
}

const ADDRESS = 'must be an address: 0x and 40 hexadecimal digits';
const NUMBER = 'must be a whole number, as text';
const MESSAGES: Readonly<Record<keyof Authorization, string>> = {
  from: ADDRESS,
  to: ADDRESS,
  value: NUMBER,
  validAfter: NUMBER,
  validBefore: NUMBER,
  nonce: 'must be 32 bytes: 0x and 64 hexadecimal digits',
};

function asObject(field: string, value: unknown, fix = FIX): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(field, value === undefined ? 'is missing' : 'must be an object', fix);
}
