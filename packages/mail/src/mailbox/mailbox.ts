/** A mailbox; `id` is the `accountId` of every surface. */
export type Mailbox = {
  readonly id: number;
  readonly tenantId: string;
  readonly userId: number;
  /** The canonical address: lower case, without a tag. */
  readonly address: string;
  readonly domain: string;
  readonly name: string;
  /** 0 is active, 1 is disabled, or a lease that has ended. */
  readonly status: number;
  /** Whether it receives mail for its domain's unknown addresses. */
  readonly allReceive: boolean;
  /** Whether ordinary mail is sealed to the keys of its readers when it comes in. */
  readonly encryption: MailboxEncryption;
  /** Whether that happens before codes and links are looked for. */
  readonly sealBeforeExtraction: boolean;
  readonly createdAt: Date;
};

export const mailboxEncryptions = ['none', 'sealed'] as const;
export type MailboxEncryption = (typeof mailboxEncryptions)[number];

export const MAILBOX_ACTIVE = 0;
export const MAILBOX_DISABLED = 1;
