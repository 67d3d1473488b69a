import type { OutboundJob } from '@mailroom/sending';

export const deliveryStates = ['pending', 'sent', 'failed'] as const;

/** Where a job ends; one that a person has to settle, because nobody knows whether it was delivered, has not ended. */
export function deliveryStateOf({ status }: Pick<OutboundJob, 'status'>): (typeof deliveryStates)[number] {
  return status === 'sent' || status === 'failed' ? status : 'pending';
}
