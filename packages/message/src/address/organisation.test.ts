import { describe, expect, it } from '@jest/globals';
import { organisationOf } from './organisation.js';

describe('organisationOf', () => {
  it.each([
    ['mail.shop.co.uk', 'shop.co.uk'],
    ['ada.github.io', 'ada.github.io'],
    ['localhost', 'localhost'],
    ['192.0.2.1', '192.0.2.1'],
    ['', ''],
  ])('says who registered %s, the first time and the second', (host, organisation) => {
    expect([organisationOf(host), organisationOf(host)]).toEqual([organisation, organisation]);
  });

  it('answers for more names than it keeps', () => {
    const hosts = Array.from({ length: 2_500 }, (_, index) => `mail.number-${index}.test`);
    const expected = hosts.map((host) => host.slice('mail.'.length));
    expect(hosts.map(organisationOf)).toEqual(expected);
    expect(hosts.map(organisationOf)).toEqual(expected);
  });

  it('takes a name that is longer than any', () => {
    const host = `${'a'.repeat(300)}.example.org`;
    expect([organisationOf(host), organisationOf(host)]).toEqual([host, host]);
  });
});
