import { existsSync } from 'node:fs';
import type { MailroomClient } from '@mailroom/client';
import { readOwn, writePrivate, type OpenKey } from '../pgp/key-file.js';

/** How a bridge proves itself to the service. */
export type Registration = {
  readonly bridgeId: string;
  readonly secret: string;
  readonly fingerprint: string;
};

type Kept = Registration & { readonly url: string };

const fileOf = (keyFile: string) => `${keyFile}.bridge`;

/**
 * The registration that is kept beside the key, made once: it is made again where the service has forgotten it, or where it is
 * of another service or key.
 */
export async function registrationOf(
  client: MailroomClient,
  url: string,
  keyFile: string,
  { key, armoredPublic }: OpenKey,
  accountId: number | undefined,
): Promise<Registration> {
  const fingerprint = key.getFingerprint();
  const account = accountId === undefined ? {} : { accountId };
  const kept = existsSync(fileOf(keyFile)) ? (JSON.parse(await readOwn(fileOf(keyFile))) as Kept) : null;
  if (kept?.url === url && kept.fingerprint === fingerprint) {
    const { items } = await client.listBridges(account);
    if (items.some(({ id }) => String(id) === kept.bridgeId)) return kept;
  }
  const { id: keyId } = await client.registerKey({ ...account, kind: 'agent', publicKey: armoredPublic });
  const { bridgeId, secret } = await client.registerBridge({ ...account, keyId });
  const made: Kept = { url, bridgeId, secret, fingerprint };
  await writePrivate(fileOf(keyFile), `${JSON.stringify(made)}\n`, 'w');
  return made;
}

export function headersOf({ bridgeId, secret, fingerprint }: Registration): Record<string, string> {
  return {
    'x-service-local-e2ee-bridge': bridgeId,
    'x-service-local-e2ee-bridge-secret': secret,
    'x-service-local-e2ee-bridge-key': fingerprint,
  };
}
