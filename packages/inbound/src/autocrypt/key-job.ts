/** What a mail says is the key of its sender. */
export type KeyJob = {
  readonly key: Uint8Array;
  /** The address that the key must name. */
  readonly sender: string;
};

/** The key as it is kept: with the parts that concern the sender, and nothing that others signed. */
export type BroughtKey = { readonly fingerprint: string; readonly bytes: Uint8Array };
