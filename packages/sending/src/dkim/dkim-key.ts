import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * `next` is published but does not sign yet; `retired` signed once, and its record must stay while that mail is read.
 */
export type DkimKeyStatus = 'active' | 'next' | 'retired';

/** A key that may be shown: the private half is not part of it. */
export type DkimKey = {
  readonly domain: string;
  readonly selector: string;
  /** The key's SubjectPublicKeyInfo in base64, as it appears in the record. */
  readonly publicKey: string;
  readonly status: DkimKeyStatus;
  readonly createdAt: Date;
};

export type NewDkimKey = Pick<DkimKey, 'selector' | 'publicKey'> & {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
};

const generate = promisify(generateKeyPair);

/** RSA with 2048 bits, which every verifier supports (RFC 8301); it is created on its own thread. */
export async function createDkimKey(now: Date): Promise<NewDkimKey> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const selector = `m${day}${randomBytes(2).toString('hex')}`;
  return { selector, publicKey: publicKey.toString('base64'), privateKey };
}

/** The TXT record at `<selector>._domainkey.<domain>` (RFC 6376 §3.6.1). */
export function dkimRecord({ publicKey }: Pick<DkimKey, 'publicKey'>): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}
