export type TransportRecipient = {
  readonly position: number;
  readonly address: string;
  /** The MAIL FROM of the transaction that carries this recipient alone. */
  readonly returnPath?: string | null;
};

export type TransportEnvelope = {
  /** The MAIL FROM for recipients without their own return path. */
  readonly sender: string;
  readonly recipients: readonly TransportRecipient[];
};

export type TransportOutcome = {
  readonly position: number;
  readonly status: 'sent' | 'captured' | 'retry' | 'failed' | 'unknown';
  readonly smtpReply: string;
  /** The reply concerns this one recipient, and not the message or the sender. */
  readonly ownReply?: boolean;
};

/** Hands a message to its next hop. */
export abstract class MailTransport {
  /** Whether mail goes out into the world, and so must be signed. */
  readonly leaves: boolean = true;

  /**
   * `beforeFinalDot` commits that the message is about to become the next hop's: it is awaited before the end of data
   * is sent, so that nothing that happens after it is taken for "not sent". `onSettled` is called as each transaction
   * ends, while others may still be under way. Resolves with one outcome per recipient.
   */
  abstract deliver(
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
    onSettled?: (outcomes: readonly TransportOutcome[]) => void,
  ): Promise<TransportOutcome[]>;
  abstract close(): Promise<void>;
}

/** The transactions of an envelope: each has one MAIL FROM, and nobody's return path is shown to another. */
export function transactionsOf({ sender, recipients }: TransportEnvelope): TransportEnvelope[] {
  const bySender = new Map<string, TransportRecipient[]>();
  for (const recipient of recipients) {
    const own = recipient.returnPath ?? sender;
    bySender.set(own, [...(bySender.get(own) ?? []), recipient]);
  }
  return [...bySender].map(([own, addressed]) => ({ sender: own, recipients: addressed }));
}

/** Keeps mail for inspection: nothing leaves the machine. */
export class CaptureTransport extends MailTransport {
  override readonly leaves = false;

  override async deliver({ recipients }: TransportEnvelope): Promise<TransportOutcome[]> {
    return recipients.map(({ position }) => ({ position, status: 'captured', smtpReply: 'captured' }));
  }

  override async close(): Promise<void> {
    // Nothing is open.
  }
}
