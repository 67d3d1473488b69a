/** An event about an email, or about the mailbox itself, by the name that endpoints know it by. */
export type ScheduledEvent = {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly emailId: number | null;
  readonly data?: object | null;
  readonly mailboxId: number;
  readonly traceparent?: string | null;
};
