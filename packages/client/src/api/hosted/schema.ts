// Made from apps/billing-api/openapi.json by scripts/generate-client.mjs: do not edit.
export interface paths {
  '/public/signup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get a mailbox and its token */
    post: operations['signUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/mailboxes/self': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The token's own mailbox */
    get: operations['getOwnMailbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/mailboxes/self/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The mailbox's messages, received and sent, newest first */
    get: operations['listMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/mailboxes/self/messages/{messageId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One message */
    get: operations['getMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/messages/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a message */
    post: operations['sendMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/messages/{messageId}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reply to a received message in its thread */
    post: operations['replyToMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/outbound-jobs/{outboundJobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What became of a message that was sent */
    get: operations['getOutboundJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/token/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the token before it ends */
    post: operations['rotateToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenants/{tenantId}/send-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the tenant may send to the outside */
    get: operations['getSendPolicy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Credits, billing state and prices of the tenant */
    get: operations['getBillingAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/topup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Buy credits
     * @description The first request is answered with 402 and a quote; the same request with the signed quote pays it.
     */
    post: operations['topUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/upgrade-intent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for an upgrade, and pay for it
     * @description The first request is answered with 402 and a quote; the same request with the signed quote pays it.
     */
    post: operations['requestUpgrade'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/payment/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Try again to settle a receipt */
    post: operations['confirmPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/receipts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Receipts, newest first */
    get: operations['listReceipts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/ledger': {
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
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    SignupDto: {
      /** @description the part of the address before the @; a readable one is made where it is left out */
      mailboxAlias?: string;
      /** @description the name beside the address in mail that it sends */
      agentName?: string;
      /**
       * Format: email
       * @description where its operator can be reached
       */
      operatorEmail?: string;
      productName?: string;
      useCase?: string;
      /** @description needed where the installation has a challenge */
      turnstileToken?: string;
    };
    MessageAttachmentDto: {
      filename: string;
      contentType?: string;
      /** @description base64 */
      content: string;
    };
    SendMessageDto: {
      cc?: string[];
      bcc?: string[];
      /** @description text or html is required */
      text?: string;
      html?: string;
      attachments?: components['schemas']['MessageAttachmentDto'][];
      /** @description the header Idempotency-Key means the same */
      idempotencyKey?: string;
      /** @description each is a@b, or Name <a@b> */
      to: string[];
      subject: string;
    };
    ReplyMessageDto: {
      cc?: string[];
      bcc?: string[];
      /** @description text or html is required */
      text?: string;
      html?: string;
      attachments?: components['schemas']['MessageAttachmentDto'][];
      /** @description the header Idempotency-Key means the same */
      idempotencyKey?: string;
      /** @description the sender of the message, if left out */
      to?: string[];
      /** @description that of the message after Re:, if left out */
      subject?: string;
      /** @description also to whom else the message went */
      replyAll?: boolean;
    };
    RotateTokenDto: {
      /**
       * @description in the answer, as a message to the mailbox itself, or both; "inline" where it is left out
       * @enum {string}
       */
      delivery?: 'inline' | 'self_mailbox' | 'both';
    };
    TopUpDto: {
      /** @description one of pricing.topUpCredits; the first of them if it is left out */
      credits?: number;
    };
    ConfirmPaymentDto: {
      /** @description of the 402 that did not settle */
      receiptId: string;
    };
    Error: {
      /** @enum {string} */
      error:
        | 'body_ref_expired'
        | 'conflict'
        | 'delivery_in_progress'
        | 'external_send_not_enabled'
        | 'forbidden_origin'
        | 'idempotency_conflict'
        | 'idempotency_in_progress'
        | 'internal_error'
        | 'invalid_request'
        | 'lease_conflict'
        | 'mail_backend_error'
        | 'payload_too_large'
        | 'payment_failed'
        | 'policy_suspended'
        | 'quota_exceeded'
        | 'rate_limited'
        | 'recipient_suppressed'
        | 'signup_closed'
        | 'unavailable'
        | 'unsupported_media_type'
        | 'invalid_cursor'
        | 'account_required'
        | 'invalid_payment'
        | 'missing_token'
        | 'invalid_token'
        | 'token_expired'
        | 'token_revoked'
        | 'payment_required'
        | 'insufficient_scope'
        | 'invalid_siwe'
        | 'invalid_mailbox_password'
        | 'wallet_bound'
        | 'cooldown_limit'
        | 'not_found'
        | 'lease_expired'
        | 'address_taken'
        | 'token_rotated';
      message: string;
      requestId: string;
      /** @description what to do about it */
      fix?: string;
      errors?: {
        field: string;
        message: string;
      }[];
      /** @description names for mailboxAlias that are free, without a domain, where one is taken */
      suggestions?: string[];
      /** @description what to pay, where payment is required (x402) */
      quote?: Record<string, never>;
      /** @description the receipt of a payment whose settlement failed */
      receiptId?: string;
    };
    Signup: {
      tenantId: string;
      /** @description the accountId of the agent API */
      mailboxId: number;
      accountId: number;
      /** Format: email */
      address: string;
      /** @description a bearer token of the mailbox, which is shown here and nowhere else */
      accessToken: string;
      /** @description when the token ends: rotate it before that */
      expiresAt: string;
      scopes: ('read' | 'send')[];
    };
    HostedMailbox: {
      /** @description the accountId of the agent API */
      mailboxId: number;
      accountId: number;
      tenantId: string;
      /** Format: email */
      address: string;
      name: string;
      /**
       * @description disabled: it takes and sends nothing
       * @enum {string}
       */
      status: 'active' | 'disabled';
      /** @description what the token may do */
      scopes: ('read' | 'send')[];
      /** @description when the token ends; null if it does not */
      tokenExpiresAt: string | null;
      createdAt: string;
    };
    Message: {
      /** @description names the message in these routes */
      messageId: string;
      threadId: string;
      /** @enum {string} */
      direction: 'received' | 'sent';
      /** @enum {string} */
      status:
        | 'received'
        | 'parse_failed'
        | 'queued'
        | 'sent'
        | 'delivered'
        | 'delayed'
        | 'bounced'
        | 'complained'
        | 'failed'
        | 'unknown';
      unread: boolean;
      from: {
        email: string;
        name: string;
      };
      to: {
        email: string;
        name: string;
      }[];
      cc: {
        email: string;
        name: string;
      }[];
      bcc: {
        email: string;
        name: string;
      }[];
      replyTo: {
        email: string;
        name: string;
      }[];
      subject: string;
      /** @description made from the HTML where the message has no text */
      text: string;
      html: string;
      snippet: string;
      /** @description the best one-time code in it */
      otpCode: string | null;
      links: {
        url: string;
        text: string;
        /** @enum {unknown} */
        kind: 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';
        hostMatchesSender: boolean;
      }[];
      attachmentCount: number;
      attachments: {
        attachmentId: string;
        filename: string | null;
        contentType: string | null;
        size: number | null;
        /**
         * Format: uri
         * @description its bytes, for the same token
         */
        url: string;
      }[];
      encrypted: boolean;
      /** @description whether text or HTML is in the answer */
      bodyAvailable: boolean;
      decryptRequired: boolean;
      /**
       * @description whether its session key is there for an agent key of the token that asks; for webhooks and event streams, which many hear, for any agent key of the mailbox
       * @enum {string}
       */
      decryptStatus: 'not_encrypted' | 'decrypted' | 'agent_envelope_available' | 'missing_agent_envelope';
      decryptHint: string;
      /**
       * @description what to do next
       * @enum {string}
       */
      decryptAction: '' | 'retry_with_local_bridge_headers' | 'open_service_web_ui';
      /** @description with which the bridge of the agent asks again */
      requiredHeaders: string[];
      docsUrl: string;
      /** @description whether the private key on the machine of the agent can read it */
      canDecryptLocally: boolean;
      /** @description no agent key can read it, but an owner key of the mailbox can */
      oldMessageRecoverable: boolean;
      localBridgeRuntimeRequired: boolean;
      plaintextAvailableOnlyInPluginBridge: boolean;
      /** @description whether envelope material was released with this answer */
      localBridgeDecryptionAttempted: boolean;
      /** @description the fingerprint of the key that can read it: of the agent, else of the owner, else "" */
      encryptionKeyId: string;
      agentEnvelopeAvailable: boolean;
      /** @description whether text, html and links are left out of a list that has 4 MiB of them already */
      truncated: boolean;
      /** @description the Message-ID field (RFC 5322) */
      internetMessageId: string;
      inReplyTo: string;
      /** @description when it was received, or submitted */
      receivedAt: string;
      /** @description only for the bridge of an agent */
      encryptedContent?: {
        /** @description the armored message; "" where it is too large for the answer, or was changed on its way: rawUrl has it */
        ciphertext: string;
        /** @description the packet that wraps the session key for the key that encryptionKeyId names, in base64; "" where it is only in the message */
        envelope: string;
        /** @description the message as it came */
        rawUrl: string;
      };
    };
    QueuedMessage: {
      outboundJobId: string;
      /** @description names the message in these routes */
      messageId: string;
      /** @enum {string} */
      finalDeliveryState: 'pending' | 'sent' | 'failed';
      /**
       * Format: uri
       * @description where its delivery can be followed
       */
      statusCheck: string;
    };
    OutboundJob: {
      outboundJobId: string;
      messageId: string;
      /**
       * @description unknown: it may have been delivered, and a person looks into it
       * @enum {string}
       */
      status: 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';
      /** @enum {string} */
      finalDeliveryState: 'pending' | 'sent' | 'failed';
      attempts: number;
      recipients: {
        address: string;
        status: string;
        /** @description what the next host said, or "" */
        smtpReply: string;
      }[];
      createdAt: string;
      nextAttemptAt: string | null;
      finishedAt: string | null;
    };
    RotatedToken: {
      expiresAt: string | null;
      scopes: ('read' | 'send')[];
      /** @enum {string} */
      delivery: 'inline' | 'self_mailbox' | 'both';
      /** @description when the token that was rotated ends */
      oldTokenValidUntil: string;
      /** @description the new token, unless it is delivered to the mailbox only */
      token?: string;
    };
    SendPolicy: {
      tenantId: string;
      /** @enum {string} */
      policy: 'internal_only' | 'external_review' | 'external_enabled' | 'suspended';
      /** @description whether a message to one external recipient would be accepted now */
      externalSendAllowed: boolean;
      /** @description what it would be refused with */
      reason: string | null;
      /** @description external recipients in a rolling hour and 24 hours; null where there is no limit */
      limits: {
        externalPerHour: number | null;
        externalPerDay: number | null;
      };
      usage: {
        externalPerHour: number;
        externalPerDay: number;
      };
    };
    BillingAccount: {
      tenantId: string;
      /** @enum {string} */
      billingState: 'free' | 'paid_review' | 'paid_active';
      /** @description each pays for one external recipient */
      availableCredits: number;
      /** @description those of recipients whose outcome is not known yet */
      reservedCredits: number;
      pricing: {
        /** @description dollars */
        creditPriceUsdc: string;
        /** @description how many credits one payment may bring; the first is taken if none is named */
        topUpCredits: number[];
        /** @description dollars */
        upgradePriceUsdc: string;
        upgradeCredits: number;
        /**
         * @description manual: an upgrade that is paid for waits for the operator
         * @enum {string}
         */
        upgradeReview: 'auto' | 'manual';
        /** @description where payments go; null where the installation takes none */
        payment: {
          /** @enum {string} */
          scheme: 'exact';
          /** @description CAIP-2 */
          network: string;
          asset: string;
          payTo: string;
        } | null;
      };
    };
    Receipt: {
      receiptId: string;
      /**
       * @description pending and verified: POST /v1/billing/payment/confirm tries to settle it
       * @enum {string}
       */
      status: 'pending' | 'verified' | 'settled' | 'failed';
      /** @description topup, upgrade or proof */
      purpose: string;
      /** @description what it brings once it is settled */
      credits: number;
      amountUsdc: string;
      network: string;
      payer: string;
      /** @description on the chain, once it is settled */
      transaction: string | null;
      /** @description why it is not settled */
      reason: string | null;
      /** @description until when the payer has authorized it */
      validBefore: string;
      createdAt: string;
      endedAt: string | null;
    };
    Upgrade: {
      /** @enum {string} */
      billingState: 'free' | 'paid_review' | 'paid_active';
      /** @enum {string} */
      policy: 'internal_only' | 'external_review' | 'external_enabled' | 'suspended';
      /** @description what it was paid with; null if nothing was to be paid */
      receipt: components['schemas']['Receipt'] | null;
    };
    LedgerEntry: {
      entryId: number;
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
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  signUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description a random text of at most 128 characters, kept for 24 hours: whoever sends it again from the same network, with the same body, gets the same mailbox and token */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "mailboxAlias": "research-desk",
         *       "agentName": "Research agent",
         *       "operatorEmail": "ada@example.org"
         *     }
         */
        'application/json': components['schemas']['SignupDto'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Signup'];
        };
      };
    };
  };
  getOwnMailbox: {
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
          'application/json': components['schemas']['HostedMailbox'];
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description items in the answer */
        limit?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: string;
        /** @description only messages received or submitted from then on */
        since?: string;
        /** @description only these; both where it is left out */
        direction?: 'received' | 'sent';
        /** @description where there is nothing to list, wait up to this long for mail to arrive */
        waitSeconds?: number;
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
            items: components['schemas']['Message'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        messageId: string;
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
          'application/json': components['schemas']['Message'];
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description at most 128 characters; kept for 24 hours */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": [
         *         "ada@example.org"
         *       ],
         *       "subject": "Your order",
         *       "text": "It is on its way.",
         *       "idempotencyKey": "order-77"
         *     }
         */
        'application/json': components['schemas']['SendMessageDto'];
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedMessage'];
        };
      };
    };
  };
  replyToMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description at most 128 characters; kept for 24 hours */
        'Idempotency-Key'?: string;
      };
      path: {
        messageId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "The small one."
         *     }
         */
        'application/json': components['schemas']['ReplyMessageDto'];
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedMessage'];
        };
      };
    };
  };
  getOutboundJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        outboundJobId: string;
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
  rotateToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "delivery": "both"
         *     }
         */
        'application/json': components['schemas']['RotateTokenDto'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedToken'];
        };
      };
    };
  };
  getSendPolicy: {
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
          'application/json': components['schemas']['SendPolicy'];
        };
      };
    };
  };
  getBillingAccount: {
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
          'application/json': components['schemas']['BillingAccount'];
        };
      };
    };
  };
  topUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description the quote, signed by an x402 client, version 2 */
        'payment-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "credits": 100
         *     }
         */
        'application/json': components['schemas']['TopUpDto'];
      };
    };
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
  requestUpgrade: {
    parameters: {
      query?: never;
      header?: {
        /** @description the quote, signed by an x402 client, version 2 */
        'payment-signature'?: string;
      };
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
          'application/json': components['schemas']['Upgrade'];
        };
      };
    };
  };
  confirmPayment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "receiptId": "rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12"
         *     }
         */
        'application/json': components['schemas']['ConfirmPaymentDto'];
      };
    };
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
  listReceipts: {
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
            items: components['schemas']['Receipt'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  listLedger: {
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
            items: components['schemas']['LedgerEntry'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
}
