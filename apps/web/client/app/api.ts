import { HostedClient, MailroomClient, WalletClient } from '@mailroom/client';
import { throughOwnServer } from '../kit/own-fetch.js';

/** The calls of the person who is signed in. */
export const mail = new MailroomClient(throughOwnServer);
export const hosted = new HostedClient(throughOwnServer);
export const wallet = new WalletClient(throughOwnServer);

/** What everybody may ask, before anybody has signed in. */
export const anyone = new WalletClient({ baseUrl: new URL('..', document.baseURI).href, token: '' });

/** By what is kept of the answers; the first word is all that a change has to name. */
export const keys = {
  runtime: ['runtime'],
  me: ['me'],
  mailboxes: ['mailboxes'],
  leases: ['leases'],
  tasks: (accountId: number | undefined) => ['tasks', accountId],
  email: (emailId: number) => ['emails', emailId],
  tokens: (accountId: number) => ['tokens', accountId],
  webhooks: ['webhooks'],
  deliveries: (webhookId: number) => ['deliveries', webhookId],
  delivery: (webhookId: number, id: number) => ['deliveries', webhookId, id],
  account: ['billing', 'account'],
  receipts: ['billing', 'receipts'],
  ledger: ['billing', 'ledger'],
  policy: (tenantId: string) => ['billing', 'policy', tenantId],
  job: (id: string) => ['jobs', id],
} as const;
