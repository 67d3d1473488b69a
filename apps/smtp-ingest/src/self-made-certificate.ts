import type { KeyPair } from '@mailroom/smtp';

const DAYS = 365;

/** A certificate that nobody vouches for: enough for opportunistic STARTTLS, which does not ask. */
export async function selfMadeCertificate(hostname: string): Promise<KeyPair> {
  // Not loaded where the operator has a certificate: it takes a quarter of the start.
  const { generate } = await import('selfsigned');
  const notAfterDate = new Date(Date.now() + DAYS * 86_400_000);
  const pems = await generate([{ name: 'commonName', value: hostname }], { keySize: 2048, notAfterDate });
  return { key: pems.private, cert: pems.cert };
}
