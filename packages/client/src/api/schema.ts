// Made from apps/mailbox-api/openapi.json by scripts/generate-client.mjs: do not edit.
export interface paths {
  '/api/agent/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The authenticated identity and its mailboxes */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/mailboxes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the mailboxes that the token reaches */
    get: operations['listMailboxes'];
    put?: never;
    /** Create a mailbox and its first token */
    post: operations['createMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/mailboxes/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change a mailbox's name, status, catch-all or encryption */
    patch: operations['updateMailbox'];
    trace?: never;
  };
  '/api/agent/v1/mailboxes/{accountId}/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List a mailbox's tokens */
    get: operations['listTokens'];
    put?: never;
    /** Create a token of a mailbox */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tokens/{tokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a token */
    delete: operations['revokeToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Search emails */
    get: operations['searchEmails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List emails */
    get: operations['listEmails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one email */
    get: operations['getEmail'];
    put?: never;
    post?: never;
    /** Delete an email for ever, with its task and attachments */
    delete: operations['deleteEmail'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/raw': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The message as it was received or sent (RFC 5322) */
    get: operations['downloadRaw'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Replace an email's labels */
    put: operations['setLabels'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Mark emails as read */
    put: operations['markRead'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the labels that emails of a mailbox have */
    get: operations['listLabels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/wait': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Wait for an email */
    post: operations['waitForEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow what happens, as server-sent events
     * @description A stream that is resumed misses no event, and may report some again, with the same id in their data. A token has a bound on its open streams, and so have the tokens of a tenant together: one more is refused with rate_limited, until one of them is closed.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/threads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the threads of a mailbox */
    get: operations['listThreads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/threads/{threadId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List a thread's emails, received and sent, oldest first unless timeSort=0 */
    get: operations['getThread'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/attachments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List an email's attachments */
    get: operations['listAttachments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/attachments/{attachmentId}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** An attachment's decoded bytes */
    get: operations['downloadAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/attachments/{attachmentId}/text': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A piece of an attachment's plain text */
    get: operations['readAttachmentText'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tasks of received emails
     * @description Where `status` is left out it is `new`, also beside `owner`, `agentId` and `lockedOnly`: name `processing` to see the tasks that somebody holds.
     */
    get: operations['listTasks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Count the tasks of a mailbox */
    get: operations['getTaskStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/claim-next': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim the next available task
     * @description `complete` ends the task before in the same commit, as setTask does, for who holds its lease; `completion` of the answer says what became of that, and the claim goes on whatever it was. Where there is nothing to claim, `data` is null, or has `completion` alone.
     */
    post: operations['claimNextTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/claim-batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Claim several available tasks */
    post: operations['claimTaskBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/requeue-expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make tasks new again whose lease has ended */
    post: operations['requeueExpiredTasks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/update-batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the status of several tasks */
    put: operations['updateTaskBatch'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/renew-batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Extend several leases */
    post: operations['renewTaskBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/tasks/release-batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give several leases back */
    post: operations['releaseTaskBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lease an email's task */
    post: operations['claimTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/renew': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Extend a lease */
    post: operations['renewTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a lease back */
    post: operations['releaseTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/task': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set a task's status */
    put: operations['setTask'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send an email */
    post: operations['sendEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reply to a received email */
    post: operations['replyToEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/body-refs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Store a long body for 24 hours */
    post: operations['storeBody'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/drafts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List drafts, the one that changed last first */
    get: operations['listDrafts'];
    put?: never;
    /** Begin a draft */
    post: operations['createDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/drafts/{draftId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a draft */
    get: operations['getDraft'];
    /**
     * Save a draft
     * @description The body is all that is written, so it names one field at least; attachments stay as they are.
     */
    put: operations['saveDraft'];
    post?: never;
    /** Delete a draft */
    delete: operations['deleteDraft'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/drafts/{draftId}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a draft
     * @description The draft is gone once it is sent. Sending it again within 24 hours sends nothing, and answers with the same email.
     */
    post: operations['sendDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/drafts/{draftId}/attachments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Attach a file to a draft */
    post: operations['attachToDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/drafts/{draftId}/attachments/{attachmentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The bytes of what is attached to a draft */
    get: operations['downloadDraftAttachment'];
    put?: never;
    post?: never;
    /** Remove an attachment from a draft */
    delete: operations['detachFromDraft'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/keys/find': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Find the OpenPGP keys of an address; the first one is pinned */
    get: operations['findKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/keys/pins': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Accept another key of an address than the one before */
    post: operations['pinKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the OpenPGP keys of a mailbox */
    get: operations['listKeys'];
    put?: never;
    /** Register an OpenPGP key; an owner key replaces the one before */
    post: operations['registerKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/keys/{keyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an OpenPGP key */
    delete: operations['deleteKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/bridge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the local bridges of a mailbox */
    get: operations['listBridges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/bridge/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Register a local bridge for an agent key of this token */
    post: operations['registerBridge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/bridge/{bridgeId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End the registration of a local bridge */
    delete: operations['deleteBridge'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/emails/{emailId}/envelopes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let an agent key read an email: its session key, wrapped for that key */
    post: operations['addEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/keys/{keyId}/unwrapped': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List encrypted emails that an agent key can not read */
    get: operations['listUnwrapped'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/suppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List suppressed addresses */
    get: operations['listSuppressions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/suppressions/{address}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Let an address be written to again */
    delete: operations['liftSuppression'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/domains': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List domains, with the DNS records that they need */
    get: operations['listDomains'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhook subscriptions */
    get: operations['listWebhooks'];
    put?: never;
    /** Subscribe a webhook */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a webhook */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List a webhook's deliveries; those that have ended are kept for 30 days, unless the operator sets another time */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a delivery with what the endpoint is told, and its latest tries with their answers */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a delivery again */
    post: operations['replayDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deliver a webhook.test event now and say what came of it */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/webhooks/{webhookId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a new signing secret; the old one signs too for 24 hours */
    post: operations['rotateSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/agent/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the changes of tokens and mailboxes */
    get: operations['listAuditEntries'];
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
    CreateMailboxDto: {
      /**
       * Format: email
       * @example support@mailroom.test
       */
      email: string;
      /** @description a mailbox whose user becomes the owner */
      ownerAccountId?: number;
      /** @description alias of ownerAccountId */
      accountId?: number;
      name?: string;
      /** @description takes its domain's unknown addresses */
      allReceive?: boolean;
      tokenName?: string;
      scopes?: ('read' | 'send')[];
      /**
       * Format: date-time
       * @description in the future
       */
      expiresAt?: string;
      turnstileToken?: string;
      /** @description alias of turnstileToken */
      token?: string;
    };
    UpdateMailboxDto: {
      name?: string;
      /** @description takes its domain's unknown addresses; only on a domain of the tenant */
      allReceive?: boolean;
      /**
       * @description 0 active; 1 disabled: takes and sends nothing
       * @enum {integer}
       */
      status?: 0 | 1;
      /**
       * @description sealed: ordinary mail is sealed to the keys of its readers; who decides over the keys may change it
       * @enum {string}
       */
      encryption?: 'none' | 'sealed';
      /** @description seals before codes, links and signals are looked for; none are kept */
      sealBeforeExtraction?: boolean;
    };
    CreateTokenDto: {
      name?: string;
      scopes?: ('read' | 'send')[];
      /**
       * Format: date-time
       * @description in the future
       */
      expiresAt?: string;
    };
    SetLabelsDto: {
      /** @description all labels of the email: 1 to 64 characters each, no control characters, no space at either end */
      labels: string[];
    };
    MarkReadDto: {
      emailIds: number[];
    };
    EmailWaitDto: {
      /** @description required with a manager token */
      accountId?: number;
      /** @description mail of a higher id that is there already counts */
      afterEmailId?: number;
      /**
       * Format: date-time
       * @description mail from then on that is there already counts
       */
      since?: string;
      /** @description part of the sender's name or address */
      from?: string;
      /** @description part of a recipient's name or address */
      to?: string;
      /** @description part of the subject */
      subject?: string;
      /** @enum {string} */
      has?: 'code' | 'link' | 'attachment';
      /** @description 30 where it is left out */
      timeoutSeconds?: number;
    };
    CompletionDto: {
      emailId: number;
      leaseToken: string;
      /** @enum {string} */
      status: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
      reason?: string;
    };
    ClaimNextDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      /** @description 300 where it is left out */
      ttlSeconds?: number;
      reason?: string;
      /** @description required with a manager token */
      accountId?: number;
      /** @description comma-separated task statuses; "new" where it is left out */
      status?: string;
      statuses?: ('new' | 'processing' | 'handled' | 'needs_human' | 'ignored')[];
      /** @description also expired tasks that are processing */
      includeExpired?: boolean;
      /** @description ignored by claim-next; 5 where it is left out */
      limit?: number;
      /** @description only beyond this id */
      cursor?: number;
      /**
       * @description 0 where it is left out
       * @enum {integer}
       */
      timeSort?: 0 | 1;
      /** @description wait so long for a task; 0 where it is left out */
      waitSeconds?: number;
      /**
       * @description what of the email comes with the claim; full for claim-next and summary for claim-batch if left out
       * @enum {string}
       */
      view?: 'none' | 'summary' | 'full';
      /** @description the task before, which ends in the same commit */
      complete?: components['schemas']['CompletionDto'];
    };
    ClaimBatchDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      /** @description 300 where it is left out */
      ttlSeconds?: number;
      reason?: string;
      /** @description required with a manager token */
      accountId?: number;
      /** @description comma-separated task statuses; "new" where it is left out */
      status?: string;
      statuses?: ('new' | 'processing' | 'handled' | 'needs_human' | 'ignored')[];
      /** @description also expired tasks that are processing */
      includeExpired?: boolean;
      /** @description ignored by claim-next; 5 where it is left out */
      limit?: number;
      /** @description only beyond this id */
      cursor?: number;
      /**
       * @description 0 where it is left out
       * @enum {integer}
       */
      timeSort?: 0 | 1;
      /** @description wait so long for a task; 0 where it is left out */
      waitSeconds?: number;
      /**
       * @description what of the email comes with the claim; full for claim-next and summary for claim-batch if left out
       * @enum {string}
       */
      view?: 'none' | 'summary' | 'full';
    };
    RequeueDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      /** @description required with a manager token */
      accountId?: number;
      /**
       * Format: date-time
       * @description only leases that ended before it; default now
       */
      before?: string;
      /** @description 20 where it is left out */
      limit?: number;
      /** @description "lease expired" where it is left out */
      reason?: string;
    };
    UpdateBatchDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      emailIds: number[];
      /** @description required with a manager token */
      accountId?: number;
      /** @enum {string} */
      status: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
      reason?: string;
    };
    RenewBatchDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      emailIds: number[];
      /** @description required with a manager token */
      accountId?: number;
      /** @description 300 where it is left out */
      ttlSeconds?: number;
      reason?: string;
    };
    ReleaseBatchDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      emailIds: number[];
      /** @description required with a manager token */
      accountId?: number;
      /** @enum {string} */
      status?: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
    };
    ClaimDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      /** @description 300 where it is left out */
      ttlSeconds?: number;
      reason?: string;
    };
    RenewDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      leaseToken?: string;
      /** @description 300 where it is left out */
      ttlSeconds?: number;
      reason?: string;
      /** @description handed to the next claimer */
      checkpoint?: string;
    };
    ReleaseDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      leaseToken?: string;
      /** @enum {string} */
      status?: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
    };
    SetTaskDto: {
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      leaseToken?: string;
      /** @enum {string} */
      status: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
      reason?: string;
    };
    OutgoingAttachmentDto: {
      filename: string;
      contentType?: string;
      /** @description base64 */
      content?: string;
      /** @description instead of content: an attachment that the token can read, with the scope read */
      attachmentId?: number;
      /** @enum {string} */
      disposition?: 'attachment' | 'inline';
      contentId?: string;
    };
    PgpMimeDto: {
      /** @description an armored OpenPGP message (RFC 9580) whose plain text is a MIME entity with all that is said (RFC 3156 §4) */
      encrypted: string;
      /** @description the same for the same words, by which a retry under an idempotency key is known; it tells nothing of them */
      meaning?: string;
    };
    SendDto: {
      /** @description required with a manager token */
      accountId?: number;
      subject?: string;
      text?: string;
      plainText?: string;
      html?: string;
      content?: string;
      /** @description alias of to */
      receiveEmail?: string[];
      cc?: string[];
      bcc?: string[];
      /** @description where answers are to go instead of the mailbox; in the forms that to takes */
      replyTo?: string[];
      /**
       * @description header fields of your own: X-… except what mail systems act on (such as X-Original-…, X-Forwarded-…, X-Spam-…, X-MS-…), X-Priority, List-Id, List-Unsubscribe, List-Unsubscribe-Post, List-Help, List-Subscribe, List-Post, List-Owner, List-Archive, Auto-Submitted, Precedence, Importance, Priority, Sensitivity, Feedback-ID; others are refused
       * @example {
       *       "List-Unsubscribe": "<https://example.org/leave/42>",
       *       "X-Campaign": "spring"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** @description reference from POST /body-refs */
      bodyRef?: string;
      /** @description alias of bodyRef */
      draftRef?: string;
      attachments?: components['schemas']['OutgoingAttachmentDto'][];
      /** @description what the caller encrypted, instead of text, html, bodyRef and attachments; sent as multipart/encrypted */
      pgpMime?: components['schemas']['PgpMimeDto'];
      idempotencyKey?: string;
      /** @description required, or its alias receiveEmail; each is a@b, or Name <a@b> with a name that its reader sees */
      to?: string[];
    };
    ReplyDto: {
      /** @description required with a manager token */
      accountId?: number;
      subject?: string;
      text?: string;
      plainText?: string;
      html?: string;
      content?: string;
      /** @description alias of to */
      receiveEmail?: string[];
      cc?: string[];
      bcc?: string[];
      /** @description where answers are to go instead of the mailbox; in the forms that to takes */
      replyTo?: string[];
      /**
       * @description header fields of your own: X-… except what mail systems act on (such as X-Original-…, X-Forwarded-…, X-Spam-…, X-MS-…), X-Priority, List-Id, List-Unsubscribe, List-Unsubscribe-Post, List-Help, List-Subscribe, List-Post, List-Owner, List-Archive, Auto-Submitted, Precedence, Importance, Priority, Sensitivity, Feedback-ID; others are refused
       * @example {
       *       "List-Unsubscribe": "<https://example.org/leave/42>",
       *       "X-Campaign": "spring"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** @description reference from POST /body-refs */
      bodyRef?: string;
      /** @description alias of bodyRef */
      draftRef?: string;
      attachments?: components['schemas']['OutgoingAttachmentDto'][];
      /** @description what the caller encrypted, instead of text, html, bodyRef and attachments; sent as multipart/encrypted */
      pgpMime?: components['schemas']['PgpMimeDto'];
      idempotencyKey?: string;
      /** @description required, or its alias receiveEmail; each is a@b, or Name <a@b> with a name that its reader sees */
      to?: string[];
      /** @description the received email that is answered */
      emailId: number;
      replyAll?: boolean;
      /** @description take the Reply-To of the original, also where it leads to another organisation than its From */
      useReplyTo?: boolean;
      /** @description the task becomes handled together with the reply; this takes the scope read, like all that is done with tasks */
      completeTask?: boolean;
      owner?: string;
      /** @description alias of owner */
      agentId?: string;
      leaseToken?: string;
    };
    BodyTextDto: {
      /** @description required with a manager token */
      accountId?: number;
      subject?: string;
      text?: string;
      plainText?: string;
      html?: string;
      content?: string;
    };
    CreateDraftDto: {
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      to?: string[];
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      cc?: string[];
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      bcc?: string[];
      subject?: string;
      text?: string;
      html?: string;
      /** @description the received email of the same mailbox that is answered */
      inReplyTo?: number;
      /** @description required with a manager token */
      accountId?: number;
    };
    UpdateDraftDto: {
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      to?: string[];
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      cc?: string[];
      /** @description as they are typed; they have to be addresses only when the draft is sent */
      bcc?: string[];
      subject?: string;
      text?: string;
      html?: string;
      /** @description the received email of the same mailbox that is answered */
      inReplyTo?: number;
      /** @description what was read: 409 if somebody has saved the draft since */
      version?: number;
    };
    SendDraftDto: {
      /** @description what was read: 409 if somebody has saved the draft since */
      version?: number;
    };
    DraftAttachmentDto: {
      filename: string;
      /** @description application/octet-stream where it is left out */
      contentType?: string;
      /** @description base64 */
      content: string;
      /** @enum {string} */
      disposition?: 'attachment' | 'inline';
      contentId?: string;
    };
    PinKeyDto: {
      address: string;
      /** @description of a key that was found for the address */
      fingerprint: string;
    };
    RegisterKeyDto: {
      /** @description required with a manager token */
      accountId?: number;
      /**
       * @description owner: of who reads the mailbox; agent: of the token that sends it
       * @enum {string}
       */
      kind: 'owner' | 'agent';
      /** @description armored; an owner key names the address of the mailbox */
      publicKey: string;
      /** @description armored, each part locked by a passphrase; only of an owner key */
      lockedPrivateKey?: string;
    };
    RegisterBridgeDto: {
      /** @description required with a manager token */
      accountId?: number;
      /** @description an agent key of the token that calls; or its publicKeyFingerprint */
      keyId?: number;
      /** @description of that key instead of its id; hexadecimal digits */
      publicKeyFingerprint?: string;
    };
    AddEnvelopeDto: {
      /** @description the agent key that it is for */
      keyId: number;
      /** @description one public-key encrypted session key packet (RFC 9580 §5.1) of version 3 or 6, in base64 */
      packet: string;
    };
    CreateWebhookDto: {
      /** Format: uri */
      url: string;
      name?: string;
      /** @description only this mailbox; a manager without it gets all of the tenant */
      accountId?: number;
      /** @description alias of accountId */
      ownerAccountId?: number;
      events?: 'email.received'[];
    };
    Envelope: {
      ok: boolean;
      code: number;
      message: string;
      requestId: string;
      data: unknown;
      meta?: Record<string, never>;
    };
    ErrorEnvelope: components['schemas']['Envelope'] & {
      error?: {
        /** @enum {string} */
        type:
          | 'invalid_request'
          | 'invalid_cursor'
          | 'account_required'
          | 'body_ref_expired'
          | 'missing_token'
          | 'invalid_token'
          | 'token_expired'
          | 'token_revoked'
          | 'insufficient_scope'
          | 'external_send_not_enabled'
          | 'policy_suspended'
          | 'recipient_suppressed'
          | 'not_found'
          | 'conflict'
          | 'lease_conflict'
          | 'lease_expired'
          | 'idempotency_conflict'
          | 'idempotency_in_progress'
          | 'address_taken'
          | 'delivery_in_progress'
          | 'payload_too_large'
          | 'unsupported_media_type'
          | 'rate_limited'
          | 'quota_exceeded'
          | 'internal_error'
          | 'mail_backend_error'
          | 'unavailable';
        fix?: string;
        errors?: {
          field: string;
          message: string;
        }[];
        stack?: string;
      };
    };
    Identity: {
      principal: {
        /** @enum {string} */
        type: 'manager' | 'mailbox';
        tokenId: number;
        name: string;
        scopes: string[];
        expiresAt: string | null;
      };
      tenantId: string;
      /** @description the newest 50 that the token reaches */
      mailboxes: components['schemas']['Mailbox'][];
      /** @description whether it reaches more, which GET /mailboxes lists */
      hasMoreMailboxes: boolean;
    };
    Mailbox: {
      id: number;
      /** Format: email */
      email: string;
      name: string;
      /**
       * @description 0 active, 1 disabled
       * @enum {integer}
       */
      status: 0 | 1;
      userId: number;
      allReceive: boolean;
      /**
       * @description sealed: ordinary mail is sealed to the keys of its readers
       * @enum {string}
       */
      encryption: 'none' | 'sealed';
      /** @description then no codes, links and signals of the body are kept */
      sealBeforeExtraction: boolean;
      latestEmailAt: string | null;
      createdAt: string;
    };
    MailboxToken: {
      id: number;
      accountId: number;
      userId: number;
      name: string;
      scopes: ('read' | 'send')[];
      expiresAt: string | null;
      revokedAt: string | null;
      lastUsedAt: string | null;
      createdAt: string;
    };
    IssuedToken: {
      id: number;
      accountId: number;
      userId: number;
      name: string;
      scopes: ('read' | 'send')[];
      expiresAt: string | null;
      revokedAt: string | null;
      lastUsedAt: string | null;
      createdAt: string;
      token: string;
    };
    CreatedMailbox: {
      mailbox: components['schemas']['Mailbox'];
      token: components['schemas']['IssuedToken'];
    };
    Attachment: {
      id: number;
      emailId: number;
      accountId: number;
      filename: string | null;
      mimeType: string | null;
      size: number | null;
      key: string;
      /** Format: uri */
      url: string;
      disposition: string | null;
      contentId: string | null;
      createdAt: string;
    };
    AttachmentText: {
      attachmentId: number;
      mimeType: string;
      text: string;
      /** @description where the text begins, in UTF-16 code units; never inside a character */
      offset: number;
      /** @description of the whole text, in UTF-16 code units */
      totalChars: number;
      /** @description where the next piece begins; null at the end */
      nextOffset: number | null;
      /** @description whether there is more behind this piece */
      truncated: boolean;
    };
    EmailTask: {
      /** @enum {string} */
      status: 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';
      reason: string;
      handledBy: string;
      handledAt: string | null;
      leaseOwner: string;
      leaseExpiresAt: string | null;
      locked: boolean;
      /** @description Only for whom the lease was given to. */
      leaseToken?: string;
      attempts?: number;
      maxAttempts?: number;
      checkpoint?: string | null;
    };
    TaskChange: {
      emailId: number;
      ok: boolean;
      task?: components['schemas']['EmailTask'];
      error?: {
        type: string;
        message: string;
        fix?: string;
      };
    };
    ClaimedTask: {
      /** @description of the email; absent where there was nothing to claim */
      id?: number;
      accountId?: number;
      task?: components['schemas']['EmailTask'];
      /** @description what became of the task before */
      completion?: components['schemas']['TaskChange'];
    };
    Email: {
      id: number;
      accountId: number;
      userId: number;
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
      snippet: string;
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
      /** @description the best one-time code in it, or "" */
      verificationCode: string;
      messageId: string;
      inReplyTo: string;
      threadId: string;
      providerMessageId: string;
      errorMessage: string;
      labels: string[];
      /** @description what the Date header says, as an instant; null where it says nothing sure */
      date: string | null;
      createdAt: string;
      attachmentCount: number;
      /** @description made from the HTML where the message has no text: see plainTextSource */
      plainText?: string;
      /** @enum {string} */
      plainTextSource?: 'text' | 'html';
      html?: string;
      /** @description the body without quoted history, signature and forwarded messages; from the HTML where there is no text */
      extractedText?: string;
      extractions?: components['schemas']['Extractions'];
      trust?: components['schemas']['Trust'];
      /** @description the header fields in their order, unfolded and with encoded words decoded; the first 200, 32 KiB of them, and 4 KiB of each value; GET /emails/{emailId}/raw has all; [] for older mail */
      headers?: {
        name: string;
        value: string;
      }[];
      /** @description whether bodies are cut to maxBodyChars, or, with the links, left out of an answer of several emails that has 4 MiB of bodies already, which GET /emails/{emailId} shows; or whether a text or HTML has more than the 4,194,304 characters that are kept of it: GET /emails/{emailId}/raw has all */
      truncated?: boolean;
      /** @description only for the bridge of an agent that asks with the headers that requiredHeaders names */
      encryptedContent?: {
        /** @description the armored message; "" where it is too large for the answer, or was changed on its way: rawUrl has it */
        ciphertext: string;
        /** @description the packet that wraps the session key for the key that encryptionKeyId names, in base64; "" where it is only in the message */
        envelope: string;
        /** @description the message as it came */
        rawUrl: string;
      };
      /** @description what became of a sent message */
      delivery?: {
        emailId: number;
        accountId: number;
        status: string;
        providerMessageId: string;
        messageId: string;
        createdAt: string;
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
        idempotencyKeyEcho: string;
        captured: boolean;
        /**
         * @description where the recipients came from: the request, or the From or Reply-To of the answered email
         * @enum {string}
         */
        recipientSource: 'request' | 'from' | 'replyTo';
        recipients: {
          address: string;
          status: string;
          smtpReply: string;
          enhancedStatus: string;
        }[];
      };
      task?: components['schemas']['EmailTask'];
      /** @description only of claim-next with complete: what became of the task before */
      completion?: components['schemas']['TaskChange'];
      attachments?: components['schemas']['Attachment'][];
    };
    Label: {
      name: string;
    };
    Thread: {
      threadId: string;
      accountId: number;
      subject: string;
      participants: {
        email: string;
        name: string;
      }[];
      /** @description counted up to 1000 */
      emailCount: number;
      unreadCount: number;
      latestEmailId: number;
      latestEmailAt: string;
    };
    FoundEmails: {
      items: components['schemas']['Email'][];
      nextCursor: number | null;
      hasMore: boolean;
      /** @description Ready emails of the mailbox that were not searched. A search indexes up to 64 of the latest that wait for their turn; it is 0 unless a flood leaves more, which is counted up to about 1000. */
      unindexed: number;
    };
    Extractions: {
      codes: {
        value: string;
        confidence: number;
        /** @enum {unknown} */
        source: 'subject' | 'text' | 'html';
        /** @description What it was told by, in words; for readers, not for programs. */
        signals: string[];
      }[];
      links: {
        url: string;
        text: string;
        /** @enum {unknown} */
        kind: 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';
        hostMatchesSender: boolean;
        /** @enum {unknown} */
        source: 'text' | 'html' | 'header';
        /** @description What it was told by, in words; for readers, not for programs. */
        signals: string[];
      }[];
    };
    WaitedEmail: {
      timedOut: boolean;
      email: components['schemas']['Email'] | null;
    };
    /** @description How careful to be with the message; never a reason to do what it says. */
    Trust: {
      /** @enum {unknown} */
      spf: 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'temperror' | 'permerror';
      /** @enum {unknown} */
      dkim: 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'temperror' | 'permerror';
      /** @enum {unknown} */
      dmarc: 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'temperror' | 'permerror';
      /** @enum {unknown} */
      arc: 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'temperror' | 'permerror';
      /** @description The OpenPGP signature. valid: all that is shown of the body was signed, by the key with this fingerprint, which is known here and names the one From address; it says nothing of the other header fields, and not to whom or when it was written. invalid: it is not good, or covers a part only. unknown_key: no key of the sender that is known here made it. encrypted: the server can not see whether there is one. No status changes the verdict. */
      pgp: {
        /** @enum {unknown} */
        status: 'valid' | 'invalid' | 'unknown_key' | 'none' | 'encrypted';
        fingerprint: string;
      };
      /**
       * @description trusted: DMARC passed and there is no signal. suspicious: DMARC failed, or there is a signal other than reply_to_mismatch and authentication_failure. neutral: everything else.
       * @enum {unknown}
       */
      verdict: 'trusted' | 'neutral' | 'suspicious';
      signals: {
        /** @enum {unknown} */
        type:
          | 'authentication_failure'
          | 'lookalike_sender'
          | 'sender_name_mismatch'
          | 'reply_to_mismatch'
          | 'hidden_text'
          | 'html_too_complex'
          | 'invisible_characters'
          | 'ai_instructions'
          | 'link_mismatch'
          | 'executable_attachment';
        detail: string;
      }[];
    };
    TaskStats: {
      accountId: number;
      userId: number;
      total: number;
      locked: number;
      available: number;
      expired: number;
      byStatus: {
        [key: string]: {
          total: number;
          locked: number;
          available: number;
          expired: number;
        };
      };
      lockedByOwner: {
        [key: string]: number;
      };
      expiredByOwner: {
        [key: string]: number;
      };
      generatedAt: string;
    };
    Webhook: {
      webhookId: number;
      userId: number;
      accountId: number | null;
      name: string;
      url: string;
      events: string[];
      status: number;
      lastStatus: number | null;
      lastError: string | null;
      lastDeliverTime: string | null;
      createTime: string;
    };
    CreatedWebhook: {
      webhookId: number;
      userId: number;
      accountId: number | null;
      name: string;
      url: string;
      events: string[];
      status: number;
      lastStatus: number | null;
      lastError: string | null;
      lastDeliverTime: string | null;
      createTime: string;
      secret: string;
    };
    RotatedWebhook: {
      webhookId: number;
      userId: number;
      accountId: number | null;
      name: string;
      url: string;
      events: string[];
      status: number;
      lastStatus: number | null;
      lastError: string | null;
      lastDeliverTime: string | null;
      createTime: string;
      secret: string;
      previousSecretUntil: string;
    };
    WebhookDelivery: {
      id: number;
      eventId: string;
      type: string;
      emailId: number | null;
      /** @enum {string} */
      status: 'pending' | 'succeeded' | 'failed';
      attempts: number;
      lastStatus: number | null;
      lastError: string | null;
      nextAttemptAt: string | null;
      createdAt: string;
      finishedAt: string | null;
    };
    WebhookDeliveryDetails: {
      id: number;
      eventId: string;
      type: string;
      emailId: number | null;
      /** @enum {string} */
      status: 'pending' | 'succeeded' | 'failed';
      attempts: number;
      lastStatus: number | null;
      lastError: string | null;
      nextAttemptAt: string | null;
      createdAt: string;
      finishedAt: string | null;
      /** @description The latest 10, oldest first. */
      tries: {
        at: string;
        /** @description Null where there was no answer. */
        status: number | null;
        /** @description Null where it was delivered. */
        error: string | null;
        tookMs: number;
        /** @description The beginning of the answer's body, at most 1 KiB. */
        answer: string | null;
      }[];
      request: {
        method: string;
        url: string;
        /** @description What the endpoint is told if it is told now; null where the email is gone. Each try is signed anew. */
        body: string | null;
      };
    };
    WebhookTest: {
      eventId: string;
      delivered: boolean;
      status: number | null;
      error: string | null;
    };
    AuditEntry: {
      id: number;
      /** @enum {string} */
      actor: 'manager' | 'mailbox' | 'operator' | 'system';
      tokenId: number | null;
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
      details: Record<string, never>;
      requestId: string | null;
      createdAt: string;
    };
    Deleted: {
      id: number;
    };
    MarkedRead: {
      updated: number;
    };
    Suppression: {
      id: number;
      address: string;
      /** @enum {string} */
      reason: 'bounce' | 'complaint';
      accountId: number;
      sourceEmailId: number;
      smtpStatus: string;
      createdAt: string;
    };
    Domain: {
      domain: string;
      /** @enum {string} */
      status: 'active';
      dkim: {
        selector: string;
        publicKey: string;
        createdAt: string | null;
        keys: {
          selector: string;
          /** @enum {string} */
          status: 'active' | 'next' | 'retired';
          createdAt: string;
        }[];
      };
      records: {
        /** @enum {string} */
        type: 'MX' | 'TXT';
        name: string;
        value: string;
        purpose: string;
      }[];
    };
    LiftedSuppression: {
      address: string;
    };
    StoredBody: {
      bodyRef: string;
      expiresAt: string;
    };
    Draft: {
      id: number;
      accountId: number;
      /** @description goes up each time the draft is saved; attachments leave it */
      version: number;
      /** @description as they were typed */
      to: string[];
      cc: string[];
      bcc: string[];
      subject: string;
      /** @description the received email that is answered */
      inReplyTo: number | null;
      attachments: components['schemas']['DraftAttachment'][];
      createdAt: string;
      updatedAt: string;
      text: string;
      html: string | null;
    };
    DraftSummary: {
      id: number;
      accountId: number;
      /** @description goes up each time the draft is saved; attachments leave it */
      version: number;
      /** @description as they were typed */
      to: string[];
      cc: string[];
      bcc: string[];
      subject: string;
      /** @description the received email that is answered */
      inReplyTo: number | null;
      attachments: components['schemas']['DraftAttachment'][];
      createdAt: string;
      updatedAt: string;
    };
    DraftAttachment: {
      id: number;
      filename: string;
      mimeType: string;
      /** @description bytes */
      size: number;
      /** @enum {unknown} */
      disposition: 'attachment' | 'inline';
      contentId: string | null;
    };
    FoundKeys: {
      address: string;
      keys: {
        /** @description hexadecimal digits in lower case */
        fingerprint: string;
        /** @description armored */
        publicKey: string;
        /** @enum {string} */
        source: 'hosted' | 'wkd' | 'autocrypt';
        /** @description whether this is the key to encrypt to */
        pinned: boolean;
        /** @description whether another key is pinned; this one must not be used before it was accepted */
        changed: boolean;
        /** @description whether its owner has revoked it since it was pinned; nothing may be encrypted to it */
        revoked: boolean;
        /** @enum {string} */
        preferEncrypt: 'mutual' | 'nopreference';
      }[];
    };
    Key: {
      id: number;
      accountId: number;
      /** @enum {string} */
      kind: 'owner' | 'agent';
      /** @description hexadecimal digits in lower case */
      fingerprint: string;
      /** @description armored; of an owner key without what others signed, and without other addresses */
      publicKey: string;
      /** @description armored, locked by its passphrase; only for a manager, and for who signed in with the password of the mailbox; else "" */
      lockedPrivateKey: string;
      hasLockedPrivateKey: boolean;
      /** @description the token that an agent key belongs to */
      tokenId: number | null;
      createdAt: string;
      /** @description when another owner key took its place; older mail is still for this one */
      replacedAt: string | null;
    };
    Bridge: {
      id: number;
      accountId: number;
      /** @description the agent key whose private part it holds */
      keyId: number;
      fingerprint: string;
      createdAt: string;
    };
    RegisteredBridge: {
      id: number;
      accountId: number;
      /** @description the agent key whose private part it holds */
      keyId: number;
      fingerprint: string;
      createdAt: string;
      /** @description for the header x-service-local-e2ee-bridge */
      bridgeId: string;
      /** @description for the header x-service-local-e2ee-bridge-secret; shown this once */
      secret: string;
    };
    AddedEnvelope: {
      emailId: number;
      keyId: number;
    };
    UnwrappedEmails: {
      /** @description the newest first */
      emailIds: number[];
      /** @description continues the list */
      nextCursor: number | null;
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
  getMe: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Identity'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listMailboxes: {
    parameters: {
      query?: {
        /** @description only the mailbox of this address, whatever the case of its letters */
        email?: string;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Mailbox'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  createMailbox: {
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
         *       "email": "support@mailroom.test",
         *       "name": "Support",
         *       "tokenName": "agent-1"
         *     }
         */
        'application/json': components['schemas']['CreateMailboxDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['CreatedMailbox'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  updateMailbox: {
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
         *       "name": "Support desk"
         *     }
         */
        'application/json': components['schemas']['UpdateMailboxDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Mailbox'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listTokens: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['MailboxToken'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "reader",
         *       "scopes": [
         *         "read"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateTokenDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['IssuedToken'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tokenId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  searchEmails: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description words and "phrases" in subject, addresses and text; all must be there */
        q?: string;
        /** @description words of the sender's name or address */
        from?: string;
        /** @description words of a recipient's name or address */
        to?: string;
        /** @description words and "phrases" of the subject */
        subject?: string;
        /** @description ISO 8601, inclusive */
        since?: string;
        /** @description ISO 8601, exclusive */
        before?: string;
        /** @description default both */
        direction?: 'received' | 'sent';
        /** @description default both */
        hasAttachment?: boolean;
        /** @description full adds bodies, up to 4 MiB in an answer of several emails; truncated says where they are left out */
        view?: 'summary' | 'full';
        /** @description cuts each body in the full view; truncated says whether it did */
        maxBodyChars?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['FoundEmails'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listEmails: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description 0 received, 1 sent */
        type?: 0 | 1;
        /** @description only emails that carry this label */
        label?: string;
        /** @description full adds bodies, up to 4 MiB in an answer of several emails; truncated says where they are left out */
        view?: 'summary' | 'full';
        /** @description cuts each body in the full view; truncated says whether it did */
        maxBodyChars?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Email'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  getEmail: {
    parameters: {
      query?: {
        /** @description full adds bodies, up to 4 MiB in an answer of several emails; truncated says where they are left out */
        view?: 'summary' | 'full';
        /** @description cuts each body in the full view; truncated says whether it did */
        maxBodyChars?: number;
      };
      header?: never;
      path: {
        emailId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  deleteEmail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  downloadRaw: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, without an envelope */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'message/rfc822': string;
        };
      };
    };
  };
  setLabels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "labels": [
         *         "customer",
         *         "urgent"
         *       ]
         *     }
         */
        'application/json': components['schemas']['SetLabelsDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  markRead: {
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
         *       "emailIds": [
         *         1042,
         *         1043
         *       ]
         *     }
         */
        'application/json': components['schemas']['MarkReadDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['MarkedRead'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listLabels: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Label'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  waitForEmail: {
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
         *       "from": "no-reply@shop.example",
         *       "has": "code",
         *       "timeoutSeconds": 30
         *     }
         */
        'application/json': components['schemas']['EmailWaitDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['WaitedEmail'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        /** @description mailbox id; a manager token without it follows all mailboxes */
        accountId?: number;
        /** @description comma-separated, default all: email.received, email.sent, email.delivered, email.bounced, email.complained, email.failed, email.unknown, task.updated */
        types?: string;
        /** @description for clients that cannot send Last-Event-ID; where what came after it is not kept any more, as after a day, the stream begins with the event stream.reset */
        lastEventId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, without an envelope */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  listThreads: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Thread'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  getThread: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description full adds bodies, up to 4 MiB in an answer of several emails; truncated says where they are left out */
        view?: 'summary' | 'full';
        /** @description cuts each body in the full view; truncated says whether it did */
        maxBodyChars?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
      };
      header?: never;
      path: {
        threadId: string;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Email'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listAttachments: {
    parameters: {
      query: {
        /** @description the email */
        emailId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Attachment'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  downloadAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        attachmentId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, without an envelope */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
    };
  };
  readAttachmentText: {
    parameters: {
      query?: {
        /** @description where to begin, in UTF-16 code units: 0, or an earlier nextOffset */
        offset?: number;
        /** @description UTF-16 code units */
        maxChars?: number;
      };
      header?: never;
      path: {
        attachmentId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['AttachmentText'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listTasks: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description comma-separated task statuses */
        status?: string;
        /** @description also tasks whose lease is active */
        includeLocked?: boolean;
        /** @description only those; overrides includeLocked */
        lockedOnly?: boolean;
        /** @description lease owner */
        owner?: string;
        /** @description alias of owner */
        agentId?: string;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Email'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  getTaskStats: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['TaskStats'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  claimNextTask: {
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
         *       "owner": "agent-1",
         *       "ttlSeconds": 300,
         *       "waitSeconds": 20,
         *       "complete": {
         *         "emailId": 1042,
         *         "leaseToken": "lse_pXc0…",
         *         "status": "handled",
         *         "reason": "answered"
         *       }
         *     }
         */
        'application/json': components['schemas']['ClaimNextDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: (components['schemas']['Email'] | components['schemas']['ClaimedTask']) | null;
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  claimTaskBatch: {
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
         *       "owner": "agent-1",
         *       "limit": 10
         *     }
         */
        'application/json': components['schemas']['ClaimBatchDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: (components['schemas']['Email'] | components['schemas']['ClaimedTask'])[];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  requeueExpiredTasks: {
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
         *       "limit": 50
         *     }
         */
        'application/json': components['schemas']['RequeueDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Email'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  updateTaskBatch: {
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
         *       "emailIds": [
         *         1042,
         *         1043
         *       ],
         *       "status": "handled",
         *       "owner": "agent-1"
         *     }
         */
        'application/json': components['schemas']['UpdateBatchDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['TaskChange'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  renewTaskBatch: {
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
         *       "emailIds": [
         *         1042,
         *         1043
         *       ],
         *       "owner": "agent-1",
         *       "ttlSeconds": 600
         *     }
         */
        'application/json': components['schemas']['RenewBatchDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['TaskChange'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  releaseTaskBatch: {
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
         *       "emailIds": [
         *         1042
         *       ],
         *       "owner": "agent-1",
         *       "status": "needs_human"
         *     }
         */
        'application/json': components['schemas']['ReleaseBatchDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['TaskChange'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  claimTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "owner": "agent-1"
         *     }
         */
        'application/json': components['schemas']['ClaimDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  renewTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "owner": "agent-1",
         *       "ttlSeconds": 600,
         *       "checkpoint": "asked the customer for a photo"
         *     }
         */
        'application/json': components['schemas']['RenewDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  releaseTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "owner": "agent-1"
         *     }
         */
        'application/json': components['schemas']['ReleaseDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  setTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "handled",
         *       "owner": "agent-1",
         *       "reason": "answered by phone"
         *     }
         */
        'application/json': components['schemas']['SetTaskDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  sendEmail: {
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
        'application/json': components['schemas']['SendDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  replyToEmail: {
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
         *       "emailId": 1042,
         *       "text": "The small one.",
         *       "completeTask": true,
         *       "owner": "agent-1"
         *     }
         */
        'application/json': components['schemas']['ReplyDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  storeBody: {
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
         *       "text": "A long letter …"
         *     }
         */
        'application/json': components['schemas']['BodyTextDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['StoredBody'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listDrafts: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['DraftSummary'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  createDraft: {
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
         *       "to": [
         *         "ada@example.org"
         *       ],
         *       "subject": "The gears",
         *       "text": "Dear Ada,"
         *     }
         */
        'application/json': components['schemas']['CreateDraftDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Draft'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  getDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Draft'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  saveDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": [
         *         "ada@example.org"
         *       ],
         *       "subject": "The gears",
         *       "text": "Dear Ada, the smallest one first.",
         *       "version": 2
         *     }
         */
        'application/json': components['schemas']['UpdateDraftDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Draft'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  deleteDraft: {
    parameters: {
      query?: {
        /** @description what was read: 409 if somebody has saved the draft since */
        version?: number;
      };
      header?: never;
      path: {
        draftId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  sendDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "version": 3
         *     }
         */
        'application/json': components['schemas']['SendDraftDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Email'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  attachToDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "filename": "gears.txt",
         *       "contentType": "text/plain",
         *       "content": "b25lLCB0d28="
         *     }
         */
        'application/json': components['schemas']['DraftAttachmentDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['DraftAttachment'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  downloadDraftAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
        attachmentId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, without an envelope */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
    };
  };
  detachFromDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        draftId: number;
        attachmentId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  findKeys: {
    parameters: {
      query: {
        /** @description whose keys to find */
        address: string;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['FoundKeys'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  pinKey: {
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
         *       "address": "ada@example.org",
         *       "fingerprint": "9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b"
         *     }
         */
        'application/json': components['schemas']['PinKeyDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['FoundKeys'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listKeys: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Key'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  registerKey: {
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
         *       "kind": "agent",
         *       "publicKey": "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjMEaQ…"
         *     }
         */
        'application/json': components['schemas']['RegisterKeyDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Key'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  deleteKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        keyId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listBridges: {
    parameters: {
      query?: {
        /** @description mailbox id; required with a manager token */
        accountId?: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Bridge'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  registerBridge: {
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
         *       "publicKeyFingerprint": "9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b"
         *     }
         */
        'application/json': components['schemas']['RegisterBridgeDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['RegisteredBridge'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  deleteBridge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        bridgeId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  addEnvelope: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        emailId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "keyId": 3,
         *       "packet": "wV4DJ2c="
         *     }
         */
        'application/json': components['schemas']['AddEnvelopeDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['AddedEnvelope'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listUnwrapped: {
    parameters: {
      query?: {
        /** @description only emails with a lower id */
        cursor?: number;
      };
      header?: never;
      path: {
        keyId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['UnwrappedEmails'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listSuppressions: {
    parameters: {
      query?: {
        /** @description only what this mailbox's mail led to */
        accountId?: number;
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Suppression'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  liftSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        address: string;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['LiftedSuppression'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listDomains: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Domain'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listWebhooks: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['Webhook'][];
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  createWebhook: {
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
         *       "url": "https://agent.example/hooks/mail",
         *       "name": "agent",
         *       "events": [
         *         "email.received"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateWebhookDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['CreatedWebhook'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  deleteWebhook: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['Deleted'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['WebhookDelivery'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: number;
        deliveryId: number;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['WebhookDeliveryDetails'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
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
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['WebhookDelivery'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  testWebhook: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['WebhookTest'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  rotateSecret: {
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
          'application/json': {
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: components['schemas']['RotatedWebhook'];
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description items in the answer */
        size?: number;
        /** @description the nextCursor of an earlier answer */
        cursor?: number;
        /** @description 0 newest first, 1 oldest first */
        timeSort?: 0 | 1;
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
            /** @constant */
            ok: true;
            code: number;
            message: string;
            requestId: string;
            data: {
              items: components['schemas']['AuditEntry'][];
              nextCursor: number | null;
              hasMore: boolean;
            };
            meta?: {
              /** @description parameters of the query that the operation does not know */
              ignored?: string[];
            };
          };
        };
      };
    };
  };
}
