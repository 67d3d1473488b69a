/** A program beside an agent that holds the private part of one of its keys. */
export type Bridge = {
  readonly id: number;
  readonly keyId: number;
  readonly mailboxId: number;
  readonly fingerprint: string;
  readonly createdAt: Date;
};

/** One a machine; what was lost is deleted before more are registered. */
export const MAX_BRIDGES_OF_KEY = 5;
