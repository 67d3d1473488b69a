import {
  about,
  boolean,
  integer,
  list,
  nullable,
  object,
  resource,
  string,
  word,
  type ValueOf,
} from '@mailroom/openapi';
import type { OperatorJob } from '@mailroom/sending';

const recipientStatuses = [
  'queued',
  'retry',
  'delivered',
  'sent',
  'captured',
  'failed',
  'unknown',
  'delayed',
  'bounced',
  'complained',
] as const;

const recipient = object({
  address: string,
  status: about(word(recipientStatuses), 'unknown: the line broke after the message was handed over'),
  smtpReply: about(string, 'the last words on the line, or ours if it said nothing'),
  dataStartedAt: about(nullable('string'), 'when the message was handed over; null if that has not begun'),
  updatedAt: string,
});

export const jobResource = resource(
  'OutboundJob',
  object({
    jobId: integer,
    tenantId: string,
    accountId: integer,
    from: about(string, 'the mailbox that sends'),
    emailId: integer,
    subject: string,
    messageId: about(string, 'of the message, with its angle brackets'),
    status: word(['queued', 'sending', 'retry', 'sent', 'failed', 'unknown']),
    needsPerson: about(boolean, 'nobody knows whether a recipient got it: nothing happens until somebody decides'),
    attempts: integer,
    held: about(boolean, 'it waits because its tenant is suspended'),
    recipients: about(list(recipient), 'at most 100 of them'),
    nextAttemptAt: nullable('string'),
    createdAt: string,
    finishedAt: nullable('string'),
    version: about(string, 'what a change of it names as expectedVersion'),
  }),
  {
    jobId: 77,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    accountId: 7,
    from: 'news@quillbyte.example',
    emailId: 1_042,
    subject: 'Your reading tips',
    messageId: '<8f1c.3rj02@quillbyte.example>',
    status: 'unknown',
    needsPerson: true,
    attempts: 1,
    held: false,
    recipients: [
      {
        address: 'margit@sillamae.example',
        status: 'unknown',
        smtpReply: 'The connection broke after the final dot.',
        dataStartedAt: '2026-03-01T12:31:07.000Z',
        updatedAt: '2026-03-01T12:31:38.000Z',
      },
    ],
    nextAttemptAt: null,
    createdAt: '2026-03-01T12:31:05.000Z',
    finishedAt: null,
    version: '1772368298000000',
  },
);

export function jobView(job: OperatorJob): ValueOf<typeof jobResource> {
  const { id, tenantId, mailboxId, address, emailId, subject, messageId, status, attempts, held, version } = job;
  const recipients = job.recipients.map(({ dataStartedAt, updatedAt, ...rest }) => ({
    ...rest,
    dataStartedAt: dataStartedAt === null ? null : new Date(dataStartedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }));
  return {
    jobId: id,
    tenantId,
    accountId: mailboxId,
    from: address,
    emailId,
    subject,
    messageId,
    status,
    needsPerson: recipients.some((one) => one.status === 'unknown'),
    attempts,
    held,
    recipients,
    nextAttemptAt: job.nextAttemptAt?.toISOString() ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    version,
  };
}
