import type { EntityFile, FoundKey, PlainMail, Signature } from '@mailroom/pgp-mail';

export type ReadMail = PlainMail & { readonly signature: Signature };

/** Somebody who is written to, and what the service knows of their keys. */
export type Reader = { readonly address: string; readonly keys: readonly FoundKey[] };

/** Who can read what is encrypted now, and why others can't. */
export type Readers = {
  readonly known: readonly string[];
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  readonly revoked: readonly string[];
  /** For whom another key is published than before, whether they can be written to or not. */
  readonly published: readonly string[];
};

/** What a page asks of the worker that holds the keys, and what it answers. */
export type Calls = {
  /** Makes a key. */
  make: {
    ask: { readonly name: string; readonly address: string; readonly passphrase: string };
    answer: { readonly publicKey: string; readonly lockedPrivateKey: string };
  };
  /** Opens those keys that the passphrase opens, which are kept; answers with their fingerprints. */
  open: {
    ask: { readonly lockedKeys: readonly string[]; readonly passphrase: string };
    answer: readonly string[];
  };
  /** Reads a message as it came. */
  read: { ask: { readonly raw: Uint8Array; readonly signers: readonly string[] }; answer: ReadMail };
  /** Says to whom one could write. */
  find: { ask: { readonly readers: readonly Reader[] }; answer: Readers };
  /** Encrypts for all readers and for the key that signs, which is the own one; armored. */
  seal: {
    ask: {
      readonly text: string;
      readonly files: readonly EntityFile[];
      readonly readers: readonly Reader[];
      readonly fingerprint: string;
    };
    answer: string;
  };
};

export type CallName = keyof Calls;
export type Asked<Name extends CallName = CallName> = Name extends CallName
  ? { readonly id: number; readonly name: Name; readonly ask: Calls[Name]['ask'] }
  : never;
export type Answered =
  { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly failure: string };
