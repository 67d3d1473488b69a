/** A failure that the API reported, or `unreachable` if it did not answer at all. */
export class MailroomError extends Error {
  override readonly name = 'MailroomError';

  constructor(
    /** The kind of failure, such as `lease_conflict`; the API's description lists all of them. */
    readonly type: string,
    message: string,
    readonly details: {
      /** The HTTP status; 0 if there was no answer. */
      readonly status: number;
      /** What to do about it. */
      readonly fix?: string;
      /** The fields at fault. */
      readonly errors?: readonly { readonly field: string; readonly message: string }[];
      readonly requestId?: string;
      /** All of the answer, with what only some failures have, such as a quote to pay. */
      readonly body?: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds?: number;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return this.details.status;
  }
}
