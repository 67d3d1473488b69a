import { describe, expect, it } from '@jest/globals';
import { requireEndpointUrl } from './endpoint-url.js';

describe('an endpoint', () => {
  it.each([
    'nonsense',
    '/relative',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://example.com/',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://localhost/',
    'https://api.localhost./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('can not be %s', (url) => {
    expect(() => requireEndpointUrl(url, 'none')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each([
    ['a', 2_048],
    // Each takes six characters when it is encoded.
    ['ä', 400],
  ])('can not be longer than 2048 characters, as it is sent: %s × %i', (letter, count) => {
    const url = `https://example.com/${letter.repeat(count)}`;
    expect(() => requireEndpointUrl(url, 'none')).toThrow(/2048/);
  });

  it('is kept as it is spelled canonically', () => {
    expect(requireEndpointUrl('HTTPS://Example.COM:443/a?b=c', 'none')).toBe('https://example.com/a?b=c');
  });

  it('may be plain and local where the operator allows that', () => {
    expect(requireEndpointUrl('http://127.0.0.1:8080/', 'loopback')).toBe('http://127.0.0.1:8080/');
    expect(requireEndpointUrl('http://localhost/', 'loopback')).toBe('http://localhost/');
    expect(() => requireEndpointUrl('http://10.0.0.1/', 'loopback')).toThrow(/private address/);
    expect(requireEndpointUrl('http://10.0.0.1/', 'all')).toBe('http://10.0.0.1/');
  });
});
