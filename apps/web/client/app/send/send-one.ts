import { hosted, mail, wallet } from '../api.js';
import { proofFor } from '../wallet/proof.js';
import type { Provider } from '../wallet/wallets.js';

/** What the person wrote. */
export type Letter = {
  readonly accountId: number;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** That of a leased mailbox. */
  readonly password: string;
  /** A credit is paid for it. */
  readonly pays: boolean;
};

/** How the person is signed in decides which surface sends. */
export type Way = 'lease' | 'mailbox' | 'manager';

/** By what a message on its way is asked about. */
export type Trace = { readonly kind: 'job' | 'email'; readonly id: string };

const PATH = '/v2/messages/send';

/** Sends once, however often it is repeated under the same key. */
export async function sendOne(way: Way, letter: Letter, idempotencyKey: string, provider?: Provider): Promise<Trace> {
  const { accountId, to, subject, text } = letter;
  const said = { to: [...to], subject, text };
  if (way === 'lease') return { kind: 'job', id: await sendFromLease(letter, idempotencyKey, provider) };
  if (way === 'manager') {
    const email = await mail.sendEmail({ accountId, ...said }, { idempotencyKey });
    return { kind: 'email', id: String(email.id) };
  }
  const { outboundJobId } = await hosted.sendMessage(said, { idempotencyKey });
  return { kind: 'job', id: outboundJobId };
}

async function sendFromLease(letter: Letter, key: string, provider: Provider | undefined): Promise<string> {
  const { accountId, to, subject, text, password, pays } = letter;
  const headers = pays ? await proofFor('POST', PATH, provider) : {};
  const body = {
    mailbox_id: accountId,
    to: [...to],
    subject,
    text,
    mailbox_password: password,
    idempotency_key: key,
  };
  return (await wallet.sendLeasedMessage(body, { headers })).outbound_job_id;
}

/** How far a message is. */
export type Progress = {
  readonly status: 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';
  readonly finalDeliveryState: 'pending' | 'sent' | 'failed';
  readonly recipients: readonly { readonly address: string; readonly smtpReply: string }[];
  readonly nextAttemptAt: string | null;
  readonly finishedAt: string | null;
};

/** Asks where it is: by its job, or by the sent message itself. */
export async function progressOf({ kind, id }: Trace): Promise<Progress> {
  if (kind === 'job') return hosted.getOutboundJob(id);
  const email = await mail.getEmail(Number(id));
  const recipients = email.delivery?.recipients ?? [];
  const rest = { recipients, nextAttemptAt: null, finishedAt: null };
  if (email.status === 'sent' || email.status === 'delivered')
    return { ...rest, status: 'sent', finalDeliveryState: 'sent' };
  if (email.status === 'failed' || email.status === 'bounced')
    return { ...rest, status: 'failed', finalDeliveryState: 'failed' };
  return { ...rest, status: email.status === 'delayed' ? 'retry' : 'queued', finalDeliveryState: 'pending' };
}
