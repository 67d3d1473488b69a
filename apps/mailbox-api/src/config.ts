import type { AllowPrivate } from '@mailroom/webhooks';

export type MailboxApiConfig = {
  /** The one address under which clients reach the system; no slash at its end. */
  readonly baseUrl: string;
  readonly allowPrivateWebhooks: AllowPrivate;
  /** Errors carry a stack: development only. */
  readonly showStacks: boolean;
};
