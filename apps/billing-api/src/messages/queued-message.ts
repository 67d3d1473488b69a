import { about, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { OutboundJob } from '@mailroom/sending';
import { deliveryStates, deliveryStateOf } from '../jobs/delivery-state.js';

export const queuedMessageResource = resource(
  'QueuedMessage',
  object({
    outboundJobId: string,
    messageId: about(string, 'names the message in these routes'),
    finalDeliveryState: word(deliveryStates),
    statusCheck: about({ ...string, format: 'uri' }, 'where its delivery can be followed'),
  }),
  {
    outboundJobId: '77',
    messageId: '1043',
    finalDeliveryState: 'pending',
    statusCheck: 'http://localhost:8080/v1/outbound-jobs/77',
  },
);

export function queuedMessageView(job: OutboundJob, baseUrl: string): ValueOf<typeof queuedMessageResource> {
  return {
    outboundJobId: String(job.id),
    messageId: String(job.emailId),
    finalDeliveryState: deliveryStateOf(job),
    statusCheck: `${baseUrl}/v1/outbound-jobs/${job.id}`,
  };
}
