import type { Resource } from '@mailroom/openapi';
import { billingAccountResource } from '../billing/billing-account.js';
import { ledgerEntryResource } from '../billing/ledger-entry.js';
import { receiptResource } from '../billing/receipt.js';
import { upgradeResource } from '../billing/upgrade.js';
import { hostedMailboxResource } from '../mailboxes/hosted-mailbox.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [
  hostedMailboxResource,
  billingAccountResource,
  receiptResource,
  upgradeResource,
  ledgerEntryResource,
];
