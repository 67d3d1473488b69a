import { adminApi } from '@mailroom/admin-api';
import { billingApi } from '@mailroom/billing-api';
import { indexer } from '@mailroom/indexer';
import { janitor } from '@mailroom/janitor';
import { mailboxApi } from '@mailroom/mailbox-api';
import { mcpGateway } from '@mailroom/mcp-gateway';
import { outbound } from '@mailroom/outbound';
import type { Service } from '@mailroom/runtime';
import { smtpIngest } from '@mailroom/smtp-ingest';
import { walletApi } from '@mailroom/wallet-api';
import { web } from '@mailroom/web';
import { webhookDispatcher } from '@mailroom/webhook-dispatcher';

/** Every app, in the order of their start; they close in reverse. Mail is the last thing to come in, and the first not to. */
export const services: readonly Service[] = [
  mailboxApi,
  mcpGateway,
  adminApi,
  billingApi,
  walletApi,
  web,
  outbound,
  webhookDispatcher,
  indexer,
  janitor,
  smtpIngest,
];
