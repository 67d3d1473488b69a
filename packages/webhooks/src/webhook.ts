import type { AllowPrivate } from '@mailroom/egress';
import { silentLog, type Log } from '@mailroom/observability';

/** A subscription; if `mailboxId` is null, it covers the whole tenant. */
export type Webhook = {
  readonly id: number;
  readonly tenantId: string;
  readonly userId: number;
  readonly mailboxId: number | null;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  /** 0 is active, 1 is disabled. */
  readonly status: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastDeliverTime: Date | null;
  readonly createdAt: Date;
};

/** A webhook with its signing secret `whsec_…`, which its owner is shown only this once. */
export type CreatedWebhook = Webhook & { readonly secret: string };

/** A webhook with the secrets that sign its deliveries. */
export type SigningWebhook = Webhook & { readonly secrets: readonly string[] };

/** A webhook with its new secret, and the time until which deliveries are signed with the old one too. */
export type RotatedWebhook = CreatedWebhook & { readonly previousSecretUntil: Date };

export class WebhookOptions {
  constructor(
    /** The private addresses that endpoints may have; with `none`, endpoints must be https. */
    readonly allowPrivate: AllowPrivate,
    readonly onError: (error: unknown) => void,
    readonly timeoutMs: number = 15_000,
    readonly log: Log = silentLog,
  ) {}
}
