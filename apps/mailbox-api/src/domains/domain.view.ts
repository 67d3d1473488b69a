import type { SendingDomain } from '@mailroom/sending';

/** The resource `Domain`, which shows only the public halves of its keys. */
export function domainView({ domain, keys, records }: SendingDomain) {
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
