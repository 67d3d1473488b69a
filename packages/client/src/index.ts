export { AdminClient } from './admin-client.js';
export type { AdminAnswer, AdminBody, AdminQuery } from './admin-types.js';
export { arrivesAt } from './arrives-at.js';
export { asMailroomError, type CallOptions, type ClientOptions } from './api-caller.js';
export { canBeToken } from './can-be-token.js';
export type { MailroomEvent, StreamReset } from './event-stream.js';
export { HostedClient } from './hosted-client.js';
export type { HostedAnswer, HostedBody, HostedMailbox, HostedMessage, HostedQuery } from './hosted-types.js';
export { MailroomClient } from './mailroom-client.js';
export { MailroomError } from './mailroom-error.js';
export type {
  Attachment,
  Body,
  Data,
  Email,
  EmailTask,
  Mailbox,
  Query,
  TaskStats,
  Webhook,
} from './operation-types.js';
export { WalletClient } from './wallet-client.js';
export type { WalletAnswer, WalletBody, WalletQuery } from './wallet-types.js';
