import { invalidField } from '@mailroom/errors';
import { canonicalText } from '@mailroom/message';
import { KeyRefusal, readLockedKey, readPublicKey, webKeyHash } from '@mailroom/openpgp';
import type { Mailbox } from '../mailbox/mailbox.js';
import { localPartOf } from '../mailbox/mailbox-looks.repository.js';
import type { KeyRequest, NewMailKey } from './mail-key.js';

/**
 * Reads what a caller sent of a key. An owner key names the address of its mailbox and no other; whatever an agent's is called
 * stays within. @throws invalid_request
 */
export async function readKey(
  { address }: Mailbox,
  { kind, ...request }: KeyRequest,
  tokenId: number | null,
): Promise<NewMailKey> {
  const isOwn = kind === 'owner' ? (named: string) => canonicalText(named) === address : undefined;
  const key = await checked('publicKey', () => readPublicKey(request.publicKey, isOwn));
  const lockedPrivateKey = request.lockedPrivateKey ? await lockedKey(request.lockedPrivateKey, kind) : null;
  if (lockedPrivateKey && lockedPrivateKey.fingerprint !== key.fingerprint)
    throw invalidField('lockedPrivateKey', 'is of another key than publicKey');
  return {
    kind,
    tokenId,
    fingerprint: key.fingerprint,
    keyIds: key.keyIds,
    publicKey: key.bytes,
    lockedPrivateKey: lockedPrivateKey?.bytes ?? null,
    webKeyHash: kind === 'owner' ? webKeyHash(localPartOf(address)) : null,
  };
}

async function lockedKey(text: string, kind: KeyRequest['kind']) {
  if (kind === 'agent')
    throw invalidField('lockedPrivateKey', 'of an agent key never leaves the machine of the agent, locked or not');
  return checked('lockedPrivateKey', () => readLockedKey(text));
}

async function checked<Result>(field: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof KeyRefusal)) throw error;
    throw invalidField(field, error.message);
  }
}
