/** Whose key it is: the person's who reads the mailbox, or a program's that holds a token. */
export const mailKeyKinds = ['owner', 'agent'] as const;
export type MailKeyKind = (typeof mailKeyKinds)[number];

export type MailKey = {
  readonly id: number;
  readonly mailboxId: number;
  readonly kind: MailKeyKind;
  /** The token that an agent key belongs to. */
  readonly tokenId: number | null;
  /** Hexadecimal digits in lower case. */
  readonly fingerprint: string;
  readonly publicKey: Buffer;
  readonly lockedPrivateKey: Buffer | null;
  readonly createdAt: Date;
  /** When another owner key took its place. */
  readonly replacedAt: Date | null;
};

/** What is kept of a key when it is registered. */
export type NewMailKey = Pick<MailKey, 'kind' | 'tokenId' | 'fingerprint' | 'publicKey' | 'lockedPrivateKey'> & {
  readonly keyIds: readonly string[];
  readonly webKeyHash: string | null;
};

/** What a caller sends of a key. */
export type KeyRequest = {
  readonly kind: MailKeyKind;
  readonly publicKey: string;
  readonly lockedPrivateKey: string | undefined;
};

/** Replaced ones included, since older mail is for them. */
export const MAX_OWNER_KEYS = 20;
export const MAX_AGENT_KEYS = 50;
