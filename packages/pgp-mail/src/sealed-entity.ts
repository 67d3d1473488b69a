import { createMessage, encrypt, type Key, type PrivateKey } from 'openpgp';
import { mimeEntity, type EntityContent } from './mime-entity.js';

export type Sealing = {
  /** Everybody who can read it, whoever writes it among them. */
  readonly readers: readonly Key[];
  readonly signer: PrivateKey;
  /** Whether the ids of their keys are left out, which would tell everybody who got a blind copy. */
  readonly hidesReaders: boolean;
};

/** What is said, encrypted for those who may read it and signed; armored. */
export async function sealedEntity(
  content: EntityContent,
  { readers, signer, hidesReaders }: Sealing,
): Promise<string> {
  return encrypt({
    message: await createMessage({ binary: mimeEntity(content) }),
    encryptionKeys: [...readers],
    signingKeys: signer,
    wildcard: hidesReaders,
  });
}
