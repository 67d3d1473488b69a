/** A name by which endpoints know an event, and the id that says it is one and the same. */
export type Notice = { readonly id: string; readonly type: string };

/** An event about an email, or about the mailbox itself, with all that endpoints may have asked to be told of it. */
export type ScheduledEvent = {
  /** They stand in the order in which they count: an endpoint that asked for two with one id is told the first. */
  readonly notices: readonly Notice[];
  readonly occurredAt: string;
  readonly emailId: number | null;
  readonly data?: object | null;
  readonly mailboxId: number;
  readonly traceparent?: string | null;
};
