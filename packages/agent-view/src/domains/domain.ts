import { list, nullable, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import type { SendingDomain } from '@mailroom/sending';
import { at } from '../schema/example-times.js';

const key = object({ selector: string, status: word(['active', 'next', 'retired']), createdAt: string });
const record = object({ type: word(['MX', 'TXT']), name: string, value: string, purpose: string });

export const domainResource = resource(
  'Domain',
  object({
    domain: string,
    status: word(['active']),
    dkim: object({ selector: string, publicKey: string, createdAt: nullable('string'), keys: list(key) }),
    records: list(record),
  }),
  {
    domain: 'mailroom.test',
    status: 'active',
    dkim: {
      selector: 'mr1',
      publicKey: 'MIIBIjANBg…',
      createdAt: at,
      keys: [{ selector: 'mr1', status: 'active', createdAt: at }],
    },
    records: [{ type: 'MX', name: 'mailroom.test', value: '10 mx.mailroom.test', purpose: 'brings mail here' }],
  },
);

export type DomainResource = ValueOf<typeof domainResource>;

/** Shows only the public halves of its keys. */
export function domainView({ domain, keys, records }: SendingDomain): DomainResource {
  const active = keys.find(({ status }) => status === 'active');
  return {
    domain,
    status: 'active',
    dkim: {
      selector: active?.selector ?? '',
      publicKey: active?.publicKey ?? '',
      createdAt: active?.createdAt.toISOString() ?? null,
      keys: keys.map(({ selector, status, createdAt }) => ({ selector, status, createdAt: createdAt.toISOString() })),
    },
    records,
  };
}
