import type { Resource } from '@mailroom/openapi';
import { outboundJobResource } from '../jobs/outbound-job.js';
import { billingAccountResource } from '../billing/billing-account.js';
import { ledgerEntryResource } from '../billing/ledger-entry.js';
import { receiptResource } from '../billing/receipt.js';
import { upgradeResource } from '../billing/upgrade.js';
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
  billingAccountResource,
  receiptResource,
  upgradeResource,
  ledgerEntryResource,
];
