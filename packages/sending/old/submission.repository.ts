import { Injectable } from '@nestjs/common';
import { uuidv7, type Tx } from '@mailroom/database';
import type { Email, Mailbox, ParsedMessage } from '@mailroom/mail';

const KEY_LIFETIME_MS = 24 * 3_600_000;
const LOCK_NOT_AVAILABLE = '55P03';

export type KeyClaim =
  { readonly won: true } | { readonly won: false; readonly requestHash: Buffer; readonly emailId: number };

export type NewSubmission = {
  readonly mailbox: Mailbox;
  readonly rawId: string;
  readonly parsed: ParsedMessage;
  readonly bcc: readonly string[];
  readonly threadId: string;
  readonly recipients: readonly string[];
};

/** What a submission writes, all in the caller's transaction. */
@Injectable()
export class SubmissionRepository {
  /**
   * Takes an idempotency key for this request. Where another transaction is taking it, waits up to 5 s for its end.
   * @throws an error of code 55P03 when that took too long
   */
  async claimKey(tx: Tx, mailboxId: number, key: string, requestHash: Buffer): Promise<KeyClaim> {
    await tx.$executeRaw`set local lock_timeout = '5s'`;
    await tx.idempotencyKey.deleteMany({
      where: { mailboxId, key, createdAt: { lt: new Date(Date.now() - KEY_LIFETIME_MS) } },
    });
    const inserted = await tx.$executeRaw`
      insert into idempotency_key (mailbox_id, key, request_hash, email_id)
      values (${mailboxId}, ${key}, ${new Uint8Array(requestHash)}, 0) on conflict do nothing`;
    if (inserted === 1) return { won: true };
    const found = await tx.idempotencyKey.findUniqueOrThrow({ where: { mailboxId_key: { mailboxId, key } } });
    return { won: false, requestHash: Buffer.from(found.requestHash), emailId: Number(found.emailId) };
  }

  async completeKey(tx: Tx, mailboxId: number, key: string, emailId: number): Promise<void> {
    await tx.idempotencyKey.update({ where: { mailboxId_key: { mailboxId, key } }, data: { emailId } });
  }

  /** The sent email with its content, attachments, job and recipients; returns the ids of email and job. */
  async insert(tx: Tx, submission: NewSubmission): Promise<{ emailId: number; jobId: number }> {
    const { mailbox, rawId, parsed, bcc, threadId, recipients } = submission;
    const email = await tx.email.create({
      data: {
        mailboxId: mailbox.id,
        direction: 1,
        status: 'queued',
        unread: false,
        rawId,
        fromEmail: mailbox.address,
        fromName: mailbox.name,
        to: [...parsed.to],
        cc: [...parsed.cc],
        bcc: bcc.map((address) => ({ email: address, name: '' })),
        subject: parsed.subject,
        snippet: parsed.snippet,
        messageId: parsed.messageId,
        inReplyTo: parsed.inReplyTo,
        threadId,
        hasBody: true,
        attachmentCount: parsed.attachments.length,
        readyAt: new Date(),
        sentAt: new Date(),
      },
      select: { id: true },
    });
    const { plainText, html, references } = parsed;
    await tx.messageContent.create({ data: { rawId, plainText, html, references: [...references] } });
    await this.#insertAttachments(tx, email.id, parsed);
    const job = await tx.outboundJob.create({
      data: {
        emailId: email.id,
        mailboxId: mailbox.id,
        envelopeSender: mailbox.address,
        recipients: { create: recipients.map((address, position) => ({ position, address })) },
      },
      select: { id: true },
    });
    return { emailId: Number(email.id), jobId: Number(job.id) };
  }

  async #insertAttachments(tx: Tx, emailId: bigint, { attachments }: ParsedMessage): Promise<void> {
    await tx.attachment.createMany({
      data: attachments.map(({ offset, length, ...file }) => ({
        ...file,
        emailId,
        key: `att_${uuidv7().replaceAll('-', '')}`,
        partOffset: offset,
        partLength: length,
      })),
    });
  }
}

/** Whether the wait for another's lock took too long. */
export function isLockTimeout(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; depth += 1) {
    if (current.message.includes(LOCK_NOT_AVAILABLE) || /lock timeout/.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}

/** The thread of an answer. */
export function threadOf(original: Email | null, messageId: string): string {
  return original?.threadId || `thr_${messageId.replace(/[<>]/g, '').slice(0, 60)}`;
}
