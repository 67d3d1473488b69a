// Made from apps/admin-api/openapi.json by scripts/generate-client.mjs: do not edit.
export interface paths {
  '/admin/api/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What waits for a person, and how the installation does */
    get: operations['getOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tenants, newest first */
    get: operations['listTenants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One tenant */
    get: operations['getTenant'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop all mail that a tenant sends
     * @description What is so already stays, and is answered as if it had just been done.
     */
    post: operations['suspendTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a suspended tenant send as before
     * @description What is so already stays, and is answered as if it had just been done.
     */
    post: operations['restoreTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/standing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change how far a tenant may send or has paid
     * @description What is so already stays, and is answered as if it had just been done.
     */
    post: operations['changeTenantStanding'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/approve-upgrade': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a tenant out that has paid for its upgrade
     * @description What is so already stays, and is answered as if it had just been done.
     */
    post: operations['approveUpgrade'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/credits/grant': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a tenant credits */
    post: operations['grantCredits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/tenants/{tenantId}/credits/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take credits that a tenant has not used */
    post: operations['revokeCredits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/mailboxes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Mailboxes, newest first */
    get: operations['listMailboxes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/mailboxes/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One mailbox */
    get: operations['getMailbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/mailboxes/{accountId}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a mailbox neither take nor send mail */
    post: operations['disableMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/mailboxes/{accountId}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a mailbox take and send mail again */
    post: operations['enableMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Webhooks, newest first */
    get: operations['listWebhooks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One webhook */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/webhooks/{webhookId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Its deliveries and how their last tries ended, newest first */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/webhooks/{webhookId}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deliver to a disabled endpoint again, and forget that one fails */
    post: operations['enableWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a delivery again that has ended */
    post: operations['replayDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/receipts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What tenants were asked to pay and have paid, newest first */
    get: operations['listReceipts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/receipts/{receiptId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One receipt */
    get: operations['getReceipt'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/ledger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Moves of credits, newest first */
    get: operations['listLedger'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/risk-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the controls did, and why, newest first */
    get: operations['listRiskEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who changed what, newest first
     * @description Where what is asked for is rare, a page may be short or empty although nextCursor leads on: no page looks at more than some thousand rows.
     */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/outbound-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Outbound jobs, newest first
     * @description Where what is asked for is rare, a page may be short or empty although nextCursor leads on: no page looks at more than some thousand rows.
     */
    get: operations['listOutboundJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/outbound-jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One outbound job */
    get: operations['getOutboundJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/outbound-jobs/{jobId}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settle what nobody knows of a job
     * @description A job that was settled so already stays, and is answered as if it had just been done.
     */
    post: operations['resolveJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/poison-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Events that were set aside, the newest first */
    get: operations['listPoisonEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/poison-events/{consumer}/{eventId}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deliver an event again that was set aside */
    post: operations['retryPoisonEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/api/poison-events/{consumer}/{eventId}/discard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give an event up that was set aside */
    post: operations['discardPoisonEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    SeenDto: {
      /** @description why; it stands in the audit trail */
      reason: string;
      /** @description the version that you saw; if it is another one by now, the answer is 409 */
      expectedVersion?: string;
    };
    ChangeStandingDto: {
      /** @description why; it stands in the audit trail */
      reason: string;
      /** @description the version that you saw; if it is another one by now, the answer is 409 */
      expectedVersion?: string;
      /**
       * @description a suspension stays, until the tenant is restored
       * @enum {string}
       */
      sendPolicy?: 'internal_only' | 'external_review' | 'external_enabled';
      /** @enum {string} */
      billingState?: 'free' | 'paid_review' | 'paid_active';
    };
    ChangeCreditsDto: {
      /** @description why; it stands in the audit trail */
      reason: string;
      credits: number;
      /**
       * Format: uuid
       * @description names this change: sent again, it is made once
       */
      changeId: string;
    };
    ReasonDto: {
      /** @description why; it stands in the audit trail */
      reason: string;
    };
    ResolveJobDto: {
      /** @description why; it stands in the audit trail */
      reason: string;
      /** @description the version that you saw; if it is another one by now, the answer is 409 */
      expectedVersion?: string;
      /**
       * @description sent: it was delivered. retry: it was not, send it again. failed: give it up, and its credits back
       * @enum {string}
       */
      resolution: 'sent' | 'failed' | 'retry';
    };
    Error: {
      /** @enum {string} */
      error:
        | 'invalid_request'
        | 'invalid_cursor'
        | 'account_required'
        | 'body_ref_expired'
        | 'invalid_payment'
        | 'missing_token'
        | 'invalid_token'
        | 'token_expired'
        | 'token_revoked'
        | 'payment_required'
        | 'payment_failed'
        | 'insufficient_scope'
        | 'signup_closed'
        | 'forbidden_origin'
        | 'invalid_siwe'
        | 'invalid_mailbox_password'
        | 'wallet_bound'
        | 'cooldown_limit'
        | 'external_send_not_enabled'
        | 'policy_suspended'
        | 'recipient_suppressed'
        | 'not_found'
        | 'lease_conflict'
        | 'lease_expired'
        | 'conflict'
        | 'idempotency_conflict'
        | 'idempotency_in_progress'
        | 'address_taken'
        | 'token_rotated'
        | 'delivery_in_progress'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'quota_exceeded'
        | 'internal_error'
        | 'mail_backend_error'
        | 'unavailable';
      message: string;
      requestId: string;
      /** @description what to do about it */
      fix?: string;
      errors?: {
        field: string;
        message: string;
      }[];
      /** @description of what has changed since you looked */
      version?: string;
    };
    Overview: {
      /** @description what waits for a decision; each is counted up to 1000 */
      waiting: {
        /** @description outbound jobs that need a person */
        jobs: {
          count: number;
          /** @description since when the first of them */
          since: string | null;
        };
        /** @description what the controls did in the last 24 hours */
        riskEvents: {
          count: number;
          /** @description since when the first of them */
          since: string | null;
        };
        /** @description tenants whose policy is external_review */
        tenantsInReview: number;
        tenantsSuspended: number;
        /** @description tenants whose billing state is paid_review */
        upgradesAsked: number;
        /** @description those of them who have paid, by the newest 5,000 payments */
        upgradesPaid: number;
        webhooksFailing: {
          count: number;
          /** @description since when the first of them */
          since: string | null;
        };
        webhooksDisabled: number;
        /** @description payments whose outcome only a person can find out */
        receipts: {
          count: number;
          /** @description since when the first of them */
          since: string | null;
        };
        poisonEvents: {
          count: number;
          /** @description since when the first of them */
          since: string | null;
        };
      };
      /** @description events: those that some consumer has not acknowledged */
      queues: {
        /** @enum {string} */
        name: 'parsing' | 'outbound' | 'webhooks' | 'events' | 'receipts';
        /** @description counted up to 10,000; null while nobody can tell */
        waiting: number | null;
        /** @description how long the first has been due; null where nobody counts that */
        oldestSeconds: number | null;
      }[];
      /** @description the last 24 hours, oldest first; the last one is not over */
      hours: {
        /** @description when the hour or day begins */
        at: string;
        received: number;
        /** @description tasks */
        handled: number;
        /** @description messages that were accepted for sending */
        sent: number;
        /** @description messages that some recipient did not get */
        bounced: number;
        complained: number;
      }[];
      /** @description the last 30 days of UTC, in the same way */
      days: {
        /** @description when the hour or day begins */
        at: string;
        received: number;
        /** @description tasks */
        handled: number;
        /** @description messages that were accepted for sending */
        sent: number;
        /** @description messages that some recipient did not get */
        bounced: number;
        complained: number;
      }[];
      /** @description the last ten changes by operators */
      lastChanges: components['schemas']['AuditEntry'][];
    };
    Tenant: {
      tenantId: string;
      name: string;
      /**
       * @description what it may send
       * @enum {string}
       */
      policy: 'internal_only' | 'external_review' | 'external_enabled' | 'suspended';
      /**
       * @description the same where it is not suspended, or comes back with its restoration
       * @enum {string}
       */
      sendPolicy: 'internal_only' | 'external_review' | 'external_enabled';
      /** @enum {string} */
      billingState: 'free' | 'paid_review' | 'paid_active';
      /** @description whether it pays for itself; the tenants of the operator do not */
      metered: boolean;
      /** @description why its standing is what it is; null if nobody changed it */
      reason: string | null;
      changedAt: string | null;
      /** @description operator or system */
      changedBy: string | null;
      /** @description what a change of it names as expectedVersion */
      version: string;
      credits: {
        available: number;
        reserved: number;
      };
      /** @description what happened to its mail in the last 24 hours, up to a minute or two ago */
      lastDay: {
        received: number;
        /** @description tasks */
        handled: number;
        /** @description messages that were accepted for sending */
        sent: number;
        /** @description messages that some recipient did not get */
        bounced: number;
        complained: number;
      };
      createdAt: string;
    };
    TenantDetail: {
      tenantId: string;
      name: string;
      /**
       * @description what it may send
       * @enum {string}
       */
      policy: 'internal_only' | 'external_review' | 'external_enabled' | 'suspended';
      /**
       * @description the same where it is not suspended, or comes back with its restoration
       * @enum {string}
       */
      sendPolicy: 'internal_only' | 'external_review' | 'external_enabled';
      /** @enum {string} */
      billingState: 'free' | 'paid_review' | 'paid_active';
      /** @description whether it pays for itself; the tenants of the operator do not */
      metered: boolean;
      /** @description why its standing is what it is; null if nobody changed it */
      reason: string | null;
      changedAt: string | null;
      /** @description operator or system */
      changedBy: string | null;
      /** @description what a change of it names as expectedVersion */
      version: string;
      credits: {
        available: number;
        reserved: number;
      };
      /** @description what happened to its mail in the last 24 hours, up to a minute or two ago */
      lastDay: {
        received: number;
        /** @description tasks */
        handled: number;
        /** @description messages that were accepted for sending */
        sent: number;
        /** @description messages that some recipient did not get */
        bounced: number;
        complained: number;
      };
      createdAt: string;
      /** @description external recipients in a rolling hour and 24 hours; a limit is null where there is none */
      sending: {
        /** @description whether a message to one external recipient would be accepted now */
        externalSendAllowed: boolean;
        /** @description what it would be refused with */
        refusal: string | null;
        limits: {
          externalPerHour: number | null;
          externalPerDay: number | null;
        };
        usage: {
          externalPerHour: number;
          externalPerDay: number;
        };
      };
      /** @description what it said of itself; null for a tenant that did not sign up */
      signup: {
        agentName: string;
        operatorEmail: string;
        productName: string;
        useCase: string;
        createdAt: string;
      } | null;
      wallets: {
        address: string;
        agentId: string;
      }[];
      domains: string[];
      /** @description counted up to 1000 */
      mailboxes: number;
      /** @description the last 24 hours, oldest first; the last one is not over */
      hours: {
        /** @description when the hour or day begins */
        at: string;
        received: number;
        /** @description tasks */
        handled: number;
        /** @description messages that were accepted for sending */
        sent: number;
        /** @description messages that some recipient did not get */
        bounced: number;
        complained: number;
      }[];
    };
    Mailbox: {
      accountId: number;
      tenantId: string;
      address: string;
      domain: string;
      name: string;
      /**
       * @description only an active one takes and sends mail
       * @enum {string}
       */
      status: 'active' | 'disabled' | 'lease_ended';
      /** @description whether it takes the mail of its domain that nobody else takes */
      allReceive: boolean;
      /** @description null for one that is there to stay */
      leasedUntil: string | null;
      /** @description when its newest mail came */
      latestEmailAt: string | null;
      createdAt: string;
    };
    Webhook: {
      webhookId: number;
      tenantId: string;
      /** @description null where it covers all mailboxes of the tenant */
      accountId: number | null;
      name: string;
      url: string;
      events: string[];
      /**
       * @description failing: the last deliveries did not succeed
       * @enum {string}
       */
      state: 'active' | 'failing' | 'disabled';
      failingSince: string | null;
      /** @description the HTTP status of the last try */
      lastStatus: number | null;
      lastError: string | null;
      lastDeliveryAt: string | null;
      /** @description what a change of it names as expectedVersion */
      version: string;
      createdAt: string;
    };
    WebhookDelivery: {
      deliveryId: number;
      eventId: string;
      type: string;
      /** @description null where it tells of something else */
      emailId: number | null;
      /** @enum {string} */
      status: 'pending' | 'succeeded' | 'failed';
      attempts: number;
      lastStatus: number | null;
      lastError: string | null;
      /** @description null if there will be none */
      nextAttemptAt: string | null;
      createdAt: string;
      finishedAt: string | null;
    };
    Receipt: {
      receiptId: string;
      tenantId: string;
      /**
       * @description once it is verified, the money may have moved
       * @enum {string}
       */
      status: 'pending' | 'verified' | 'settled' | 'failed';
      /** @description topup, upgrade or proof */
      purpose: string;
      /** @description what it brings once it is settled */
      credits: number;
      amountUsdc: string;
      network: string;
      asset: string;
      payTo: string;
      payer: string;
      nonce: string;
      /** @description on the chain, once it is settled */
      transaction: string | null;
      /** @description why it is not settled */
      reason: string | null;
      /** @description until when the payer has authorized it */
      validBefore: string;
      createdAt: string;
      endedAt: string | null;
    };
    LedgerEntry: {
      entryId: number;
      tenantId: string;
      /**
       * @description available and reserved are the accounts of the tenant, the others are outside
       * @enum {string}
       */
      from: 'available' | 'reserved' | 'paid' | 'granted' | 'spent' | 'revoked';
      /** @enum {string} */
      to: 'available' | 'reserved' | 'paid' | 'granted' | 'spent' | 'revoked';
      credits: number;
      /**
       * @description what moved them
       * @enum {string}
       */
      cause: 'receipt' | 'recipient' | 'grant' | 'proof';
      causeId: string;
      createdAt: string;
    };
    RiskEvent: {
      riskEventId: number;
      tenantId: string;
      /** @enum {string} */
      control: 'hard-bounces' | 'complaints' | 'suppressed-tries' | 'strangers' | 'burst-after-signup';
      /**
       * @description what the control did
       * @enum {string}
       */
      action: 'review' | 'suspend';
      /** @description what was counted, and the thresholds */
      details: {
        [key: string]: number;
      };
      createdAt: string;
    };
    AuditEntry: {
      entryId: number;
      /** @description empty where it concerns none */
      tenantId: string;
      /** @enum {string} */
      actor: 'manager' | 'mailbox' | 'operator' | 'system';
      /** @description who of the tenant did it; null for the operator and the system */
      principalId: string | null;
      /** @enum {string} */
      action:
        | 'token.issued'
        | 'token.revoked'
        | 'token.rotated'
        | 'mailbox.created'
        | 'mailbox.changed'
        | 'tenant.policy_changed'
        | 'tenant.credits_granted'
        | 'tenant.credits_revoked'
        | 'receipt.resolved'
        | 'wallet.created'
        | 'wallet.bound'
        | 'session.started'
        | 'session.ended'
        | 'key.registered'
        | 'key.deleted'
        | 'bridge.registered'
        | 'bridge.deleted'
        | 'envelope.added'
        | 'key.pinned'
        | 'domain.shared'
        | 'domain.unshared'
        | 'webhook.enabled'
        | 'delivery.replayed'
        | 'job.resolved'
        | 'event.retried'
        | 'event.discarded';
      /** @enum {string} */
      targetType:
        | 'token'
        | 'mailbox'
        | 'tenant'
        | 'receipt'
        | 'wallet'
        | 'session'
        | 'key'
        | 'bridge'
        | 'envelope'
        | 'domain'
        | 'webhook'
        | 'delivery'
        | 'job'
        | 'event';
      targetId: string;
      /** @description as whoever did it gave it */
      reason: string | null;
      details: Record<string, never>;
      /** @description the request that did it; null where there was none */
      requestId: string | null;
      createdAt: string;
    };
    OutboundJob: {
      jobId: number;
      tenantId: string;
      accountId: number;
      /** @description the mailbox that sends */
      from: string;
      emailId: number;
      subject: string;
      /** @description of the message, with its angle brackets */
      messageId: string;
      /** @enum {string} */
      status: 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';
      /** @description nobody knows whether a recipient got it: nothing happens until somebody decides */
      needsPerson: boolean;
      attempts: number;
      /** @description it waits because its tenant is suspended */
      held: boolean;
      /** @description at most 100 of them */
      recipients: {
        address: string;
        /**
         * @description unknown: the line broke after the message was handed over
         * @enum {string}
         */
        status:
          | 'queued'
          | 'retry'
          | 'delivered'
          | 'sent'
          | 'captured'
          | 'failed'
          | 'unknown'
          | 'delayed'
          | 'bounced'
          | 'complained';
        /** @description the last words on the line, or ours if it said nothing */
        smtpReply: string;
        /** @description when the message was handed over; null if that has not begun */
        dataStartedAt: string | null;
        updatedAt: string;
      }[];
      nextAttemptAt: string | null;
      createdAt: string;
      finishedAt: string | null;
      /** @description what a change of it names as expectedVersion */
      version: string;
    };
    PoisonEvent: {
      /** @description who could not handle it */
      consumer: string;
      eventId: string;
      type: string;
      /** @description it names things by their ids */
      payload: Record<string, never>;
      attempts: number;
      lastError: string;
      occurredAt: string;
      setAsideAt: string;
      /** @description what a change of it names as expectedVersion */
      version: string;
    };
    DecidedPoisonEvent: {
      consumer: string;
      eventId: string;
      /**
       * @description a retried one is delivered to its consumer at once
       * @enum {string}
       */
      outcome: 'retried' | 'discarded';
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getOverview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Overview'];
        };
      };
    };
  };
  listTenants: {
    parameters: {
      query?: {
        /** @description what an id, a name, a domain or an address of it begins with; at most the first 1000 of each are found */
        q?: string;
        /** @description what it may send */
        policy?: 'internal_only' | 'external_review' | 'external_enabled' | 'suspended';
        /** @description how far it has come towards paying */
        billingState?: 'free' | 'paid_review' | 'paid_active';
        /** @description true: only those who have paid for an upgrade, by the newest 5,000 payments */
        upgradePaid?: boolean;
        /** @description whether it pays for itself */
        metered?: boolean;
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Tenant'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenantDetail'];
        };
      };
    };
  };
  suspendTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "214 of 1,507 messages to addresses that do not exist, from news@. Looks like a bought list.",
         *       "expectedVersion": "active.paid_review.external_review"
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  restoreTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The owner removed the list, and wrote to us from the bound wallet."
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  changeTenantStanding: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The sample looks fine.",
         *       "sendPolicy": "external_enabled"
         *     }
         */
        'application/json': components['schemas']['ChangeStandingDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  approveUpgrade: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "It has paid, and its use is fine."
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  grantCredits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Our outage of yesterday.",
         *       "credits": 100,
         *       "changeId": "019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12"
         *     }
         */
        'application/json': components['schemas']['ChangeCreditsDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  revokeCredits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tenantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Granted to the wrong tenant.",
         *       "credits": 100,
         *       "changeId": "019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12"
         *     }
         */
        'application/json': components['schemas']['ChangeCreditsDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
    };
  };
  listMailboxes: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description what its address begins with; at most the first 1000 are found */
        q?: string;
        /** @description true: only those that somebody has disabled */
        disabled?: boolean;
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Mailbox'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getMailbox: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mailbox'];
        };
      };
    };
  };
  disableMailbox: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its token was published."
         *     }
         */
        'application/json': components['schemas']['ReasonDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mailbox'];
        };
      };
    };
  };
  enableMailbox: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its token was revoked."
         *     }
         */
        'application/json': components['schemas']['ReasonDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mailbox'];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description unwell ones fail or are disabled */
        state?: 'unwell' | 'failing' | 'disabled';
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Webhook'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        webhookId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['WebhookDelivery'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  enableWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its owner says that it works again.",
         *       "expectedVersion": "disabled"
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
    };
  };
  replayDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: number;
        deliveryId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its owner has lost the message."
         *     }
         */
        'application/json': components['schemas']['ReasonDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  listReceipts: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description how far it has come */
        status?: 'pending' | 'verified' | 'settled' | 'failed';
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Receipt'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getReceipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        receiptId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receipt'];
        };
      };
    };
  };
  listLedger: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description with causeId: what moved them */
        cause?: 'receipt' | 'recipient' | 'grant' | 'proof';
        /** @description with cause: the receipt, recipient, grant or proof */
        causeId?: string;
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['LedgerEntry'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  listRiskEvents: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description only what this control did */
        control?: 'hard-bounces' | 'complaints' | 'suppressed-tries' | 'strangers' | 'burst-after-signup';
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['RiskEvent'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description who did it */
        actor?: 'manager' | 'mailbox' | 'operator' | 'system';
        /** @description what was done */
        action?:
          | 'token.issued'
          | 'token.revoked'
          | 'token.rotated'
          | 'mailbox.created'
          | 'mailbox.changed'
          | 'tenant.policy_changed'
          | 'tenant.credits_granted'
          | 'tenant.credits_revoked'
          | 'receipt.resolved'
          | 'wallet.created'
          | 'wallet.bound'
          | 'session.started'
          | 'session.ended'
          | 'key.registered'
          | 'key.deleted'
          | 'bridge.registered'
          | 'bridge.deleted'
          | 'envelope.added'
          | 'key.pinned'
          | 'domain.shared'
          | 'domain.unshared'
          | 'webhook.enabled'
          | 'delivery.replayed'
          | 'job.resolved'
          | 'event.retried'
          | 'event.discarded';
        /** @description from then on */
        since?: string;
        /** @description before then */
        before?: string;
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['AuditEntry'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  listOutboundJobs: {
    parameters: {
      query?: {
        /** @description only of this tenant */
        tenantId?: string;
        /** @description needs_person, where it is left out: nobody knows whether a recipient got it */
        state?: 'needs_person' | 'failed' | 'retry' | 'all';
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['OutboundJob'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getOutboundJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        jobId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundJob'];
        };
      };
    };
  };
  resolveJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        jobId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The recipient confirmed by phone that it arrived once.",
         *       "resolution": "sent"
         *     }
         */
        'application/json': components['schemas']['ResolveJobDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundJob'];
        };
      };
    };
  };
  listPoisonEvents: {
    parameters: {
      query?: {
        /** @description how many */
        limit?: number;
        /** @description nextCursor of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['PoisonEvent'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  retryPoisonEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        consumer: string;
        eventId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The fault is mended since the last release."
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedPoisonEvent'];
        };
      };
    };
  };
  discardPoisonEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        consumer: string;
        eventId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The mailbox that it names was deleted."
         *     }
         */
        'application/json': components['schemas']['SeenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedPoisonEvent'];
        };
      };
    };
  };
}
