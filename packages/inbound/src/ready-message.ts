import { uuidv7 } from '@mailroom/ids';
import type { PgpSignature } from '@mailroom/mail';
import type { AcceptedEmails } from './accepted-emails.js';
import type { MessageRow } from './parsing/parse-job.js';

export type Target = Pick<AcceptedEmails, 'rawId' | 'emails'> & { readonly traceparent: string };

/** What takes the place of a message that awaited its seal: its content in base64, or where it lies. */
export type Replacement = { readonly content: string | null; readonly blob: string | null; readonly size: number };

/** A message that was parsed or given up, and is ready to be shown in its mailboxes. */
export type ReadyMessage = {
  readonly rawId: string;
  readonly emails: readonly {
    readonly id: number;
    readonly mailboxId: number;
    readonly eventId: string;
    readonly reportEventId: string;
    /** What is known of its signature, by the keys of its tenant; null where there is none. */
    readonly pgp: PgpSignature | null;
  }[];
  /** The position in the trace of the work that made it ready, for its events. */
  readonly traceparent: string;
  readonly row: MessageRow;
  /** Null if it stays as it came. */
  readonly replacement: Replacement | null;
};

export function readyMessage(
  { rawId, emails, traceparent }: Target,
  row: MessageRow,
  replacement: Replacement | null,
  pgp: (mailboxId: number) => PgpSignature | null = () => null,
): ReadyMessage {
  return {
    rawId,
    emails: emails.map(({ id, mailboxId }) => ({
      id,
      mailboxId,
      eventId: uuidv7(),
      reportEventId: uuidv7(),
      pgp: pgp(mailboxId),
    })),
    traceparent,
    row,
    replacement,
  };
}
