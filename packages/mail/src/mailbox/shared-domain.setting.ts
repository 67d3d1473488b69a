const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A variable that names the domain on which others get mailboxes, in lower case; null where it is not set. */
export function readSharedDomain(
  env: Readonly<Record<string, string | undefined>>,
  name: 'SIGNUP_DOMAIN' | 'LEASE_DOMAIN',
  complain: (problem: string) => void,
): string | null {
  const domain = (env[name] ?? '').trim().toLowerCase();
  if (domain === '') return null;
  if (!domainName.test(domain)) complain(`${name} must be a domain name, not "${domain}".`);
  return domain;
}
