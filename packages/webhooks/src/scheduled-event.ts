/** A name by which endpoints know an event, and the id that says it is one and the same. */
export type Notice = { readonly id: string; readonly type: string };

/** An event about an email, or about the mailbox itself, with all that endpoints may have asked to be told of it. */
export type ScheduledEvent = {
  /** Each has an id of its own, so that an endpoint that asked for several is told of each once. */
  readonly notices: readonly Notice[];
  readonly occurredAt: string;
  readonly emailId: number | null;
  readonly data?: object | null;
  readonly mailboxId: number;
  readonly traceparent?: string | null;
};
