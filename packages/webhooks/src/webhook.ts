import { silentLog, type Log } from '@mailroom/observability';

/** A subscription; `mailboxId` null is all of the tenant. */
export type Webhook = {
  readonly id: number;
  readonly tenantId: string;
  readonly userId: number;
  readonly mailboxId: number | null;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  /** 0 active, 1 disabled. */
  readonly status: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastDeliverTime: Date | null;
  readonly createdAt: Date;
};

/** With its signing secret `whsec_…`, which its owner is shown this once. */
export type CreatedWebhook = Webhook & { readonly secret: string };

/** With the secrets that its deliveries are signed with. */
export type SigningWebhook = Webhook & { readonly secrets: readonly string[] };

/** With its new secret, and until when deliveries are signed with the old one too. */
export type RotatedWebhook = CreatedWebhook & { readonly previousSecretUntil: Date };

/** Which addresses an endpoint may have: `none` of the private ones (and https only), those of this machine, or all. */
export type AllowPrivate = 'none' | 'loopback' | 'all';

export class WebhookOptions {
  constructor(
    readonly allowPrivate: AllowPrivate,
    readonly baseUrl: string,
    readonly onError: (error: unknown) => void,
    readonly timeoutMs: number = 15_000,
    readonly log: Log = silentLog,
  ) {}
}
