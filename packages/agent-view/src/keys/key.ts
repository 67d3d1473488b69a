import { signInIdOf, type MailKey, mailKeyKinds } from '@mailroom/mail';
import type { Principal } from '@mailroom/identity';
import { armoredLockedKey, armoredPublicKey } from '@mailroom/openpgp';
import { about, boolean, integer, nullable, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

export const keyResource = resource(
  'Key',
  object({
    id: integer,
    accountId: integer,
    kind: word(mailKeyKinds),
    fingerprint: about(string, 'hexadecimal digits in lower case'),
    publicKey: about(string, 'armored; of an owner key without what others signed, and without other addresses'),
    lockedPrivateKey: about(
      string,
      'armored, locked by its passphrase; only for a manager, and for who signed in with the password of the mailbox; else ""',
    ),
    hasLockedPrivateKey: boolean,
    tokenId: about(nullable('integer'), 'the token that an agent key belongs to'),
    createdAt: string,
    replacedAt: about(nullable('string'), 'when another owner key took its place; older mail is still for this one'),
  }),
  {
    id: 3,
    accountId: 7,
    kind: 'owner',
    fingerprint: '9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b',
    publicKey: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjMEaQ…\n-----END PGP PUBLIC KEY BLOCK-----\n',
    lockedPrivateKey: '',
    hasLockedPrivateKey: true,
    tokenId: null,
    createdAt: at,
    replacedAt: null,
  },
);

export type KeyResource = ValueOf<typeof keyResource>;

/** The passphrase of a locked key can be guessed by whoever has it, so agents, which read what strangers write, don't get it. */
export function keyView(key: MailKey, caller: Principal): KeyResource {
  const mayHold = caller.level === 'manager' || signInIdOf(caller.id) !== null;
  const { lockedPrivateKey } = key;
  return {
    id: key.id,
    accountId: key.mailboxId,
    kind: key.kind,
    fingerprint: key.fingerprint,
    publicKey: armoredPublicKey(key.publicKey),
    lockedPrivateKey: mayHold && lockedPrivateKey ? armoredLockedKey(lockedPrivateKey) : '',
    hasLockedPrivateKey: lockedPrivateKey !== null,
    tokenId: key.tokenId,
    createdAt: key.createdAt.toISOString(),
    replacedAt: key.replacedAt?.toISOString() ?? null,
  };
}
