export type TransportEnvelope = {
  /** MAIL FROM. */
  readonly sender: string;
  readonly recipients: readonly { readonly position: number; readonly address: string }[];
};

export type TransportOutcome = {
  readonly position: number;
  readonly status: 'sent' | 'captured' | 'retry' | 'failed' | 'unknown';
  readonly smtpReply: string;
  /** The reply is about this one recipient: it was not given to the message or the sender. */
  readonly ownReply?: boolean;
};

/** Hands a message to its next hop. */
export abstract class MailTransport {
  /** Whether mail goes out into the world, and so has to be signed. */
  readonly leaves: boolean = true;

  /**
   * `beforeFinalDot` commits that the message is about to become the next hop's: it is awaited before the end of data is
   * sent, so that what happened after it is never taken for "not sent". Resolves with one outcome per recipient.
   */
  abstract deliver(
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
  ): Promise<TransportOutcome[]>;
  abstract close(): Promise<void>;
}

/** Keeps mail for inspection: nothing leaves the machine. */
export class CaptureTransport extends MailTransport {
  override readonly leaves = false;

  override async deliver({ recipients }: TransportEnvelope): Promise<TransportOutcome[]> {
    return recipients.map(({ position }) => ({ position, status: 'captured', smtpReply: 'captured' }));
  }

  override async close(): Promise<void> {
    // There is nothing open.
  }
}
