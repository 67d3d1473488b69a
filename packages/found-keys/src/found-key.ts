/** Where a key was found: at a mailbox of this installation, in the Web Key Directory of its domain, or in mail of its owner. */
export const keySources = ['hosted', 'wkd', 'autocrypt'] as const;
export type KeySource = (typeof keySources)[number];

/** Whether the owner of a key wants mail encrypted wherever both sides want that (Autocrypt 1.1 §2.2). */
export const encryptPreferences = ['mutual', 'nopreference'] as const;
export type EncryptPreference = (typeof encryptPreferences)[number];

/** A key of an address, as somebody published it. */
export type PublishedKey = {
  readonly fingerprint: string;
  readonly publicKey: Buffer;
  readonly source: KeySource;
};

/** A key that somebody's mail brought. */
export type OfferedKey = Pick<PublishedKey, 'fingerprint' | 'publicKey'> & {
  readonly preferEncrypt: EncryptPreference;
};

/** The key that a tenant goes by. */
export type PinnedKey = PublishedKey & {
  /** Whether its owner has published since that it counts no more. */
  readonly revoked: boolean;
};

export type FoundKey = PinnedKey & {
  /** Whether it is the one that the tenant goes by. */
  readonly pinned: boolean;
  /** Whether another one is pinned, so that this one must not be used before somebody accepts it. */
  readonly changed: boolean;
  /** The mail that brought this key says it; `nopreference` if none did. */
  readonly preferEncrypt: EncryptPreference;
};

export type FoundKeys = { readonly address: string; readonly keys: readonly FoundKey[] };

/** A pin is a row that stays, with a key of up to 48 KiB that a stranger chose. */
export const MAX_PINS = 2_000;
