import { about, list, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { OutboundJob } from '@mailroom/sending';

export const sendAttemptResource = resource(
  'SendAttempt',
  object({
    send_attempt_id: about(string, 'the same for a request that is repeated under its idempotency key'),
    outbound_job_id: about(string, 'GET /v1/outbound-jobs/{outboundJobId} follows its delivery'),
    submission_status: word(['queued', 'sending', 'retry', 'sent', 'failed', 'unknown']),
    accepted: about(list(string), 'the recipients to whom it goes, or went'),
    rejected: about(list(string), 'those whose host, or who here, does not take it'),
    message_id: string,
  }),
  {
    send_attempt_id: 'snd_77',
    outbound_job_id: '77',
    submission_status: 'queued',
    accepted: ['ada@example.org'],
    rejected: [],
    message_id: '1043',
  },
);

const isRejected = (status: string) => status === 'failed' || status === 'bounced';

export function sendAttemptView(job: OutboundJob): ValueOf<typeof sendAttemptResource> {
  const addresses = (rejected: boolean) =>
    job.recipients.filter(({ status }) => isRejected(status) === rejected).map(({ address }) => address);
  return {
    send_attempt_id: `snd_${job.id}`,
    outbound_job_id: String(job.id),
    submission_status: job.status,
    accepted: addresses(false),
    rejected: addresses(true),
    message_id: String(job.emailId),
  };
}
