import { encryptPreferences, keySources, type FoundKeys } from '@mailroom/found-keys';
import { about, boolean, list, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import { armoredPublicKey } from '@mailroom/openpgp';

export const foundKeysResource = resource(
  'FoundKeys',
  object({
    address: string,
    keys: list(
      object({
        fingerprint: about(string, 'hexadecimal digits in lower case'),
        publicKey: about(string, 'armored'),
        source: word(keySources),
        pinned: about(boolean, 'whether this is the key to encrypt to'),
        changed: about(boolean, 'whether another key is pinned; this one must not be used before it was accepted'),
        revoked: about(boolean, 'whether its owner has revoked it since it was pinned; nothing may be encrypted to it'),
        preferEncrypt: word(encryptPreferences),
      }),
    ),
  }),
  {
    address: 'ada@example.org',
    keys: [
      {
        fingerprint: '9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b',
        publicKey: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjMEaQ…\n-----END PGP PUBLIC KEY BLOCK-----\n',
        source: 'wkd',
        pinned: true,
        changed: false,
        revoked: false,
        preferEncrypt: 'nopreference',
      },
    ],
  },
);

export type FoundKeysResource = ValueOf<typeof foundKeysResource>;

export function foundKeysView({ address, keys }: FoundKeys): FoundKeysResource {
  return {
    address,
    keys: keys.map(({ fingerprint, publicKey, source, pinned, changed, revoked, preferEncrypt }) => ({
      fingerprint,
      publicKey: armoredPublicKey(publicKey),
      source,
      pinned,
      changed,
      revoked,
      preferEncrypt,
    })),
  };
}
