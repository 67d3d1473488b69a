import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSecret, signedHeaders } from './signature.js';

describe('a signature', () => {
  const body = '{"text":"ä😀"}';

  it('is accepted by the standard library, for this body, id and secret alone', () => {
    const secret = createSecret();
    const headers = signedHeaders([secret], 'event-1', body, new Date());
    expect(new Webhook(secret).verify(body, headers)).toEqual({ text: 'ä😀' });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'event-2' })).toThrow();
    expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow();
  });

  it('is one for each secret in force, and either of them accepts it', () => {
    const [old, current] = [createSecret(), createSecret()];
    const headers = signedHeaders([current, old], 'event-1', body, new Date());
    for (const secret of [old, current]) expect(new Webhook(secret).verify(body, headers)).toEqual({ text: 'ä😀' });
    expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow();
  });

  it('of long ago is not accepted again', () => {
    const secret = createSecret();
    const headers = signedHeaders([secret], 'event-1', body, new Date(Date.now() - 3_600_000));
    expect(() => new Webhook(secret).verify(body, headers)).toThrow(/too old/);
  });

  it('is made with 32 random bytes', () => {
    const secret = createSecret();
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(createSecret()).not.toBe(secret);
  });
});
