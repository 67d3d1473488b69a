import { describe, expect, it } from '@jest/globals';
import type { EmailContent } from '@mailroom/mail';
import { trustView } from '../src/emails/trust.js';

const content: EmailContent = {
  plainText: '',
  plainTextSource: 'text',
  html: '',
  references: [],
  headers: null,
  authentication: { spf: 'pass', dkim: 'pass', dmarc: 'fail', arc: 'none' },
  extractions: null,
  extractedText: null,
  trust: { verdict: 'suspicious', signals: [] },
};
const valid = { status: 'valid', fingerprint: 'ab'.repeat(20) } as const;
const invalid = { status: 'invalid', fingerprint: '' } as const;
const unknownKey = { status: 'unknown_key', fingerprint: '' } as const;

describe('the trust in an email', () => {
  it.each([
    ['a signature that holds', { pgpSignature: valid, encrypted: false }, valid],
    ['one that does not', { pgpSignature: invalid, encrypted: false }, invalid],
    ['one of a key that nobody knows', { pgpSignature: unknownKey, encrypted: false }, unknownKey],
    ['one that was checked before the mail was sealed here', { pgpSignature: valid, encrypted: true }, valid],
    ['none', { pgpSignature: null, encrypted: false }, { status: 'none', fingerprint: '' }],
    [
      'what only a reader with the key can see',
      { pgpSignature: null, encrypted: true },
      { status: 'encrypted', fingerprint: '' },
    ],
  ])('tells of %s, and its verdict is the same', (_, email, pgp) => {
    expect(trustView(email, content)).toMatchObject({ pgp, verdict: 'suspicious' });
    expect(trustView(email, null)).toMatchObject({ pgp, verdict: 'neutral' });
  });
});
