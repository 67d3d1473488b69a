import { either, list, object, orNull, ref, type Answer } from '@mailroom/openapi';
import { emailResource, type EmailResource } from '../emails/email.js';
import { claimedTaskResource, type ClaimedTaskResource } from './claimed-task.js';

/** A claim: its email, or the task alone where nothing of the email was asked for. */
type Claimed = EmailResource | ClaimedTaskResource;
const claimed = either(ref(emailResource), ref(claimedTaskResource));

/** Null where there was nothing to claim, and nothing to end. */
export const claimedAnswer: Answer<Claimed | null> = { schema: orNull(claimed), example: emailResource.example };

export const claimedBatchAnswer: Answer<{ readonly items: readonly Claimed[] }> = {
  schema: object({ items: list(claimed) }),
  example: { items: [emailResource.example] },
};
