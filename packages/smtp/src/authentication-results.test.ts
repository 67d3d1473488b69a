import { describe, expect, it } from '@jest/globals';
import { withoutForgedResults } from './authentication-results.js';

const OURS = 'mx.mailroom.test';

function strip(content: string): string {
  return withoutForgedResults(Buffer.from(content, 'latin1'), OURS).toString('latin1');
}

describe('withoutForgedResults', () => {
  it.each([
    ['plain', `Authentication-Results: ${OURS}; spf=pass\r\n`],
    ['in another case', `AUTHENTICATION-results: MX.Mailroom.TEST; spf=pass\r\n`],
    ['folded', `Authentication-Results: ${OURS};\r\n\tspf=pass;\r\n dkim=pass\r\n`],
    ['folded before the name', `Authentication-Results:\r\n ${OURS}; spf=pass\r\n`],
    ['without results', `Authentication-Results: ${OURS}\r\n`],
    ['with a version', `Authentication-Results: ${OURS} 1; spf=pass\r\n`],
    ['with a space before the colon', `Authentication-Results \t: ${OURS}; spf=pass\r\n`],
    ['without any space', `Authentication-Results:${OURS};spf=pass\r\n`],
    ['quoted', `Authentication-Results: "${OURS}"; spf=pass\r\n`],
    ['quoted with escapes', `Authentication-Results: "\\mx.mailroom.\\test"; spf=pass\r\n`],
    ['behind a comment', `Authentication-Results: (a) ${OURS}; spf=pass\r\n`],
    ['behind nested comments', `Authentication-Results: (a (b\\)) c)\r\n (d)${OURS}(e); spf=pass\r\n`],
  ])('removes a field that claims to be ours, %s', (_how, field) => {
    expect(strip(`From: a@b\r\n${field}Subject: x\r\n\r\nbody\r\n`)).toBe('From: a@b\r\nSubject: x\r\n\r\nbody\r\n');
    expect(strip(`${field}Subject: x\r\n\r\nbody\r\n`)).toBe('Subject: x\r\n\r\nbody\r\n');
    expect(strip(`From: a@b\r\n${field}\r\nbody\r\n`)).toBe('From: a@b\r\n\r\nbody\r\n');
    expect(strip(`From: a@b\r\n${field}`)).toBe('From: a@b\r\n');
  });

  it.each([
    ['of another host', `Authentication-Results: mx.example.com; spf=pass\r\n`],
    ['of a host whose name begins with ours', `Authentication-Results: ${OURS}.example.com; spf=pass\r\n`],
    ['of a subdomain', `Authentication-Results: a.${OURS}; spf=pass\r\n`],
    ['naming us in a comment only', `Authentication-Results: (${OURS}) mx.example.com; spf=pass\r\n`],
    ['naming us in a result only', `Authentication-Results: mx.example.com; ${OURS}=pass\r\n`],
    ['with an unclosed comment', `Authentication-Results: (((${OURS}; spf=pass\r\n`],
    ['of another name', `X-Authentication-Results: ${OURS}; spf=pass\r\n`],
    ['that continues another', `Subject: x\r\n Authentication-Results: ${OURS}; spf=pass\r\n`],
  ])('keeps a field %s and gives the same Buffer back', (_what, field) => {
    const content = Buffer.from(`From: a@b\r\n${field}\r\nbody\r\n`);
    expect(withoutForgedResults(content, OURS)).toBe(content);
  });

  it('touches no body', () => {
    const content = Buffer.from(`From: a@b\r\n\r\nAuthentication-Results: ${OURS}; spf=pass\r\n\r\n`);
    expect(withoutForgedResults(content, OURS)).toBe(content);
    const headerless = Buffer.from(`\r\nAuthentication-Results: ${OURS}; spf=pass\r\n\r\n`);
    expect(withoutForgedResults(headerless, OURS)).toBe(headerless);
  });

  it('removes every forged field and keeps the others byte for byte', () => {
    const kept = 'Authentication-Results: other; spf=fail\r\nX: \u00ff\r\n';
    const forged = `Authentication-Results: ${OURS}; dmarc=pass\r\n`;
    expect(strip(`${forged}${forged}${kept}${forged}\r\n\u0080\r\n`)).toBe(`${kept}\r\n\u0080\r\n`);
  });

  it.each([
    ['an unclosed quote', `Authentication-Results: "${'a'.repeat(8_000_000)}\r\n\r\n`],
    ['continuation lines', `Authentication-Results:${'\r\n x'.repeat(2_000_000)}\r\n\r\n`],
    ['comments', `Authentication-Results: ${'('.repeat(4_000_000)}\r\n\r\n`],
    ['fields', `${'Authentication-Results: x\r\n'.repeat(200_000)}\r\n`],
  ])('takes a header made of nothing but %s in its stride', (_what, text) => {
    const content = Buffer.from(text);
    expect(withoutForgedResults(content, OURS)).toBe(content);
  });
});
