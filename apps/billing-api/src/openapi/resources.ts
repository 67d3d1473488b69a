import type { Resource } from '@mailroom/openapi';
import { outboundJobResource } from '../jobs/outbound-job.js';
import { hostedMailboxResource } from '../mailboxes/hosted-mailbox.js';
import { hostedMessageResource } from '../messages/hosted-message.js';
import { queuedMessageResource } from '../messages/queued-message.js';
import { sendPolicyResource } from '../policy/send-policy.js';
import { signupResource } from '../signup/signup.js';
import { rotatedTokenResource } from '../tokens/rotated-token.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [
  signupResource,
  hostedMailboxResource,
  hostedMessageResource,
  queuedMessageResource,
  outboundJobResource,
  rotatedTokenResource,
  sendPolicyResource,
];
