// Made from apps/wallet-api/openapi.json by scripts/generate-client.mjs: do not edit.
export interface paths {
  '/v2/meta/runtime': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See chain, sign-in, prices and limits of this installation */
    get: operations['getRuntime'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/auth/siwe/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get a message to sign */
    post: operations['createChallenge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/auth/siwe/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a session for a signed message
     * @description A wallet that is new gets a tenant of its own. With the credential of a tenant, the wallet is bound to that tenant.
     */
    post: operations['verifyChallenge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the sessions of your wallet */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/auth/sessions/{session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session of your wallet
     * @description It works nowhere from a second later on. `current` names the session that asks.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/sign-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in to a mailbox with its address and password
     * @description The token works for this mailbox alone, here and on /api/agent/v1, to read and to send. After ten wrong passwords in an hour the network of the client waits, and after three where a hundred came from all networks; an address that is not known is answered in the same way.
     */
    post: operations['signInToMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/sign-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a sign-in with the password of a mailbox
     * @description The token with which this is called works nowhere from a second later on.
     */
    post: operations['signOutOfMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/leases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Mailbox leases, newest first */
    get: operations['listLeases'];
    put?: never;
    /** Lease a mailbox */
    post: operations['leaseMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/leases/{lease_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One mailbox lease */
    get: operations['getLease'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/leases/{lease_id}/extend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a lease end later */
    post: operations['extendLease'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/leases/{lease_id}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a lease now
     * @description Again, it answers the same. Mail can be read for 24 hours; the address is never given again.
     */
    post: operations['releaseLease'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/mailboxes/accounts/{account_id}/credentials/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a mailbox a new password
     * @description The one before it is over, and so are sign-ins with it. A lease that has ended gets none, and who signed in with the password replaces none: 403.
     */
    post: operations['resetCredentials'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Received messages, newest first, with their codes and links */
    get: operations['readMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/messages/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a message */
    post: operations['sendLeasedMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/payments/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a proof that pays for one call
     * @description It costs a credit. Without any, the answer is 402 and a quote, which the same request pays, signed.
     */
    post: operations['issueProof'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Webhooks */
    get: operations['listSubscribedWebhooks'];
    put?: never;
    /** Be told what happens */
    post: operations['subscribeWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/webhooks/{webhook_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One webhook */
    get: operations['getSubscribedWebhook'];
    put?: never;
    post?: never;
    /** Be told no more */
    delete: operations['unsubscribeWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    ChallengeDto: {
      /** @description the address of the wallet, in lower case, upper case or with its checksum (EIP-55) */
      wallet_address: string;
    };
    VerifyDto: {
      /** @description the message of the challenge, byte for byte */
      message: string;
      /** @description what the wallet made of it with personal_sign (EIP-191); of a contract wallet: ERC-1271 or ERC-6492 */
      signature: string;
    };
    MailboxSignInDto: {
      /** @description the address of the mailbox (webmail_login) */
      address: string;
      /** @description its password (webmail_password) */
      mailbox_password: string;
    };
    LeaseMailboxDto: {
      /** @description that of the session, if it is sent */
      agent_id?: string;
      /** @description what it is for, in one line */
      purpose?: string;
      /** @description 24 where it is left out */
      ttl_hours?: number;
    };
    ExtendLeaseDto: {
      /** @description from now on */
      ttl_hours: number;
    };
    SendLeasedMessageDto: {
      /** @description a token of one mailbox may leave it out */
      mailbox_id?: number;
      /** @description each is a@b, or Name <a@b> */
      to: string | string[];
      subject: string;
      /** @description text or html is required */
      text?: string;
      html?: string;
      /** @description the webmail_password of the mailbox */
      mailbox_password?: string;
      /** @description the header Idempotency-Key means the same */
      idempotency_key?: string;
    };
    IssueProofDto: {
      /**
       * @description the method of the call that it is to pay for
       * @enum {string}
       */
      method: 'GET' | 'POST';
      /** @description its path; a query is left out */
      path: string;
    };
    SubscribeWebhookDto: {
      event_types: (
        | 'message.received'
        | 'otp.extracted'
        | 'message.sent'
        | 'message.bounced'
        | 'lease.expiring'
        | 'lease.released'
        | 'lease.expired'
      )[];
      /** Format: uri */
      target_url: string;
      /** @description whsec_ and 24 to 64 random bytes in base64 (Standard Webhooks); a new one is made if it is left out */
      secret?: string;
      /** @description only this mailbox; a session without it gets all */
      mailbox_id?: number;
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
        | 'invalid_siwe'
        | 'payment_required'
        | 'insufficient_scope'
        | 'invalid_mailbox_password'
        | 'not_found'
        | 'lease_expired'
        | 'wallet_bound'
        | 'address_taken'
        | 'token_rotated'
        | 'cooldown_limit';
      message: string;
      request_id: string;
      /** @description what to do about it */
      fix?: string;
      errors?: {
        field: string;
        message: string;
      }[];
      /** @description what a call beyond the free limits costs */
      amount_usdc?: string;
      /** @description where to get a proof of payment */
      proof_url?: string;
      /** @description which limit is reached, or what is wrong with the proof */
      reasons?: {
        code: string;
        limit: number | null;
        /** @description an ISO 8601 duration */
        window: string | null;
        used: number | null;
      }[];
      /** @description what to pay for a proof (x402) */
      quote?: Record<string, never>;
      /** @description the receipt of a payment whose settlement failed */
      receipt_id?: string;
    };
    Runtime: {
      chain: {
        /** @description the chain whose wallets sign in, as CAIP-2 writes it */
        caip2: string;
        name: string;
      };
      auth: {
        /** @enum {string} */
        mode: 'siwe';
        /** @description the very text of the challenge has to be signed */
        strict: boolean;
        /** @description the domain that a wallet shows when it signs in */
        domain: string;
        uri: string;
      };
      /** @description how credits and proofs are paid for (x402); none where the installation takes no payments */
      payment_methods: {
        /** @enum {string} */
        scheme: 'exact';
        /** @description CAIP-2 */
        network: string;
      }[];
      prices: {
        /** @description dollars */
        credit_usdc: string;
      };
      /** @description what costs nothing; above it a call needs a proof of payment */
      free_limits: {
        code: string;
        limit: number;
        /** @description an ISO 8601 duration; null: at a time */
        window: string | null;
      }[];
      /** @description the domain of leased mailboxes; null where none can be leased */
      mail_domain: string | null;
      versions: {
        api: string;
        siwe: string;
        x402: number;
      };
      links: {
        openapi: string;
        challenge: string;
        verify: string;
        agent_api: string;
        billing: string;
        mcp: string;
        guide: string;
      };
    };
    Challenge: {
      /** @description the text to sign (EIP-4361) */
      message: string;
      nonce: string;
      /** @description five minutes after its issue; until then it is good for one sign-in */
      expires_at: string;
    };
    Session: {
      /** @description a bearer token of the agent, which is shown here and nowhere else */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer';
      /** @description seconds */
      expires_in: number;
      /** @description the agent that acts with the wallet; the same at each sign-in */
      agent_id: string;
      tenant_id: string;
      /** @description the decentralized identifier of the agent (did:pkh) */
      did: string;
    };
    OpenSession: {
      session_id: number;
      agent_id: string;
      created_at: string;
      expires_at: string;
      /** @description to a minute */
      last_used_at: string | null;
      /** @description whether it is the one that asks */
      current: boolean;
    };
    EndedSession: {
      session_id: number;
      ended_at: string;
    };
    MailboxSignIn: {
      /** @description a bearer token for this mailbox, which is shown here and nowhere else */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer';
      /** @description seconds */
      expires_in: number;
      /** @description it ends before that with the mailbox, its lease, or a reset of the password */
      expires_at: string;
      mailbox_id: number;
      /** @description the same, as the agent API names it */
      account_id: number;
      address: string;
    };
    MailboxLease: {
      lease_id: string;
      mailbox_id: number;
      /** @description the accountId of the agent API; the same as mailbox_id */
      account_id: number;
      agent_id: string;
      /** Format: email */
      address: string;
      purpose: string;
      /**
       * @description mail of one that has ended is readable for 24 hours
       * @enum {string}
       */
      lease_status: 'active' | 'released' | 'expired';
      created_at: string;
      expires_at: string;
      released_at: string | null;
    };
    AllocatedMailboxLease: {
      lease_id: string;
      mailbox_id: number;
      /** @description the accountId of the agent API; the same as mailbox_id */
      account_id: number;
      agent_id: string;
      /** Format: email */
      address: string;
      purpose: string;
      /**
       * @description mail of one that has ended is readable for 24 hours
       * @enum {string}
       */
      lease_status: 'active' | 'released' | 'expired';
      created_at: string;
      expires_at: string;
      released_at: string | null;
      /** Format: email */
      webmail_login: string;
      /** @description shown only now; sends need it */
      webmail_password: string;
      /** Format: uri */
      webmail_url: string;
    };
    ReleasedMailboxLease: {
      lease_id: string;
      /**
       * @description expired: its time was over before
       * @enum {string}
       */
      lease_status: 'active' | 'released' | 'expired';
      released_at: string | null;
    };
    MailboxCredentials: {
      account_id: number;
      /** Format: email */
      webmail_login: string;
      /** @description shown only now; sends need it */
      webmail_password: string;
      /** Format: uri */
      webmail_url: string;
    };
    ParsedMessage: {
      /** @description names the message; its number is the id of the email in the agent API */
      message_id: string;
      mailbox_id: number;
      /** @description the best one-time code in it */
      otp_code: string | null;
      /** @description the best link to verify, sign in or reset with */
      verification_link: string | null;
      sender: string;
      sender_domain: string;
      subject: string;
      snippet: string;
      received_at: string;
      /** @description the best first */
      codes: {
        value: string;
        /** @description from 0 to 1 */
        confidence: number;
        source: string;
      }[];
      links: {
        url: string;
        text: string;
        /** @enum {unknown} */
        kind: 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';
        host_matches_sender: boolean;
      }[];
      /**
       * @description failed: the message could not be read
       * @enum {string}
       */
      parsed_status: 'parsed' | 'failed';
      encrypted: boolean;
      /** @description whether text or HTML is in the answer */
      body_available: boolean;
      decrypt_required: boolean;
      /**
       * @description whether its session key is there for an agent key of the token that asks; for webhooks and event streams, which many hear, for any agent key of the mailbox
       * @enum {string}
       */
      decrypt_status: 'not_encrypted' | 'decrypted' | 'agent_envelope_available' | 'missing_agent_envelope';
      decrypt_hint: string;
      /**
       * @description what to do next
       * @enum {string}
       */
      decrypt_action: '' | 'retry_with_local_bridge_headers' | 'open_service_web_ui';
      /** @description with which the bridge of the agent asks again */
      required_headers: string[];
      docs_url: string;
      /** @description whether the private key on the machine of the agent can read it */
      can_decrypt_locally: boolean;
      /** @description no agent key can read it, but an owner key of the mailbox can */
      old_message_recoverable: boolean;
      local_bridge_runtime_required: boolean;
      plaintext_available_only_in_plugin_bridge: boolean;
      /** @description whether envelope material was released with this answer */
      local_bridge_decryption_attempted: boolean;
      /** @description the fingerprint of the key that can read it: of the agent, else of the owner, else "" */
      encryption_key_id: string;
      agent_envelope_available: boolean;
    };
    SendAttempt: {
      /** @description the same for a request that is repeated under its idempotency key */
      send_attempt_id: string;
      /** @description GET /v1/outbound-jobs/{outboundJobId} follows its delivery */
      outbound_job_id: string;
      /** @enum {string} */
      submission_status: 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';
      /** @description the recipients to whom it goes, or went */
      accepted: string[];
      /** @description those whose host, or who here, does not take it */
      rejected: string[];
      message_id: string;
    };
    PaymentProof: {
      /** @description for the header x-payment-proof of that one call */
      x_payment_proof: string;
      method: string;
      path: string;
      /** @description what it holds reserved; given back if it is not used */
      credits: number;
      expires_at: string;
      /** @description the payment that was made for it */
      receipt_id: string | null;
    };
    LeaseWebhook: {
      webhook_id: number;
      event_types: string[];
      /** Format: uri */
      target_url: string;
      /** @description null: every mailbox of the tenant */
      mailbox_id: number | null;
      /**
       * @description disabled: it failed for five days, or asked for no more (410)
       * @enum {string}
       */
      status: 'active' | 'disabled';
      /** @description what the endpoint answered last */
      last_status: number | null;
      last_error: string | null;
      created_at: string;
    };
    SubscribedLeaseWebhook: {
      webhook_id: number;
      event_types: string[];
      /** Format: uri */
      target_url: string;
      /** @description null: every mailbox of the tenant */
      mailbox_id: number | null;
      /**
       * @description disabled: it failed for five days, or asked for no more (410)
       * @enum {string}
       */
      status: 'active' | 'disabled';
      /** @description what the endpoint answered last */
      last_status: number | null;
      last_error: string | null;
      created_at: string;
      /** @description signs the deliveries (Standard Webhooks); shown only now */
      secret: string;
    };
    DeletedLeaseWebhook: {
      webhook_id: number;
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
  getRuntime: {
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
          'application/json': components['schemas']['Runtime'];
        };
      };
    };
  };
  createChallenge: {
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
         *       "wallet_address": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
         *     }
         */
        'application/json': components['schemas']['ChallengeDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Challenge'];
        };
      };
    };
  };
  verifyChallenge: {
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
         *       "message": "mail.example.com wants you to sign in with your Ethereum account:\n0x209693Bc6afc0C5328bA36FaF03C514EF312287C\n\n…",
         *       "signature": "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a1b"
         *     }
         */
        'application/json': components['schemas']['VerifyDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
    };
  };
  listSessions: {
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
            items: components['schemas']['OpenSession'][];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        session_id: string;
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
          'application/json': components['schemas']['EndedSession'];
        };
      };
    };
  };
  signInToMailbox: {
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
         *       "address": "calm-otter-42@mailroom.test",
         *       "mailbox_password": "k7Vd2mQx9TzR4bWnH8sYpL3c"
         *     }
         */
        'application/json': components['schemas']['MailboxSignInDto'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailboxSignIn'];
        };
      };
    };
  };
  signOutOfMailbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listLeases: {
    parameters: {
      query?: {
        /** @description how many */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
        /** @description only these */
        status?: 'active' | 'released' | 'expired';
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
            items: components['schemas']['MailboxLease'][];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  leaseMailbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description a proof of POST /v2/payments/proof for this method and path, beyond the free limit */
        'x-payment-proof'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "agent_id": "agt_6f2b1c0d9e8a7b5c4d3e",
         *       "purpose": "sign up at shop.example",
         *       "ttl_hours": 2
         *     }
         */
        'application/json': components['schemas']['LeaseMailboxDto'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AllocatedMailboxLease'];
        };
      };
    };
  };
  getLease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        lease_id: string;
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
          'application/json': components['schemas']['MailboxLease'];
        };
      };
    };
  };
  extendLease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        lease_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ttl_hours": 24
         *     }
         */
        'application/json': components['schemas']['ExtendLeaseDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailboxLease'];
        };
      };
    };
  };
  releaseLease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        lease_id: string;
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
          'application/json': components['schemas']['ReleasedMailboxLease'];
        };
      };
    };
  };
  resetCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        account_id: number;
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
          'application/json': components['schemas']['MailboxCredentials'];
        };
      };
    };
  };
  readMessages: {
    parameters: {
      query?: {
        /** @description the mailbox of a lease; a token of one mailbox may leave it out */
        mailbox_id?: number;
        /** @description how many */
        limit?: number;
        /** @description received then or later */
        since?: string;
        /** @description next_cursor of a page, for the one after it, or newer_cursor, for what has come since */
        cursor?: string;
        /** @description how long to wait where there is nothing yet; not with a next_cursor that goes back in time */
        wait_seconds?: number;
      };
      header?: {
        /** @description a proof of POST /v2/payments/proof for this method and path, beyond the free limit */
        'x-payment-proof'?: string;
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
          'application/json': {
            items: components['schemas']['ParsedMessage'][];
            /** @description continues the list; null at its end */
            next_cursor: string | null;
            /** @description continues with what comes later than this page; with wait_seconds it waits for that */
            newer_cursor: string;
          };
        };
      };
    };
  };
  sendLeasedMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description a proof of POST /v2/payments/proof for this method and path, beyond the free limit */
        'x-payment-proof'?: string;
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
         *       "mailbox_id": 7,
         *       "to": "ada@example.org",
         *       "subject": "The gears",
         *       "text": "Dear Ada, the smallest one first.",
         *       "mailbox_password": "k7Vd2mQx9TzR4bWnH8sYpL3c"
         *     }
         */
        'application/json': components['schemas']['SendLeasedMessageDto'];
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendAttempt'];
        };
      };
    };
  };
  issueProof: {
    parameters: {
      query?: never;
      header?: {
        /** @description the quote, signed by an x402 client, version 2 */
        'payment-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "POST",
         *       "path": "/v2/mailboxes/leases"
         *     }
         */
        'application/json': components['schemas']['IssueProofDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentProof'];
        };
      };
    };
  };
  listSubscribedWebhooks: {
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
            items: components['schemas']['LeaseWebhook'][];
          };
        };
      };
    };
  };
  subscribeWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description a proof of POST /v2/payments/proof for this method and path, beyond the free limit */
        'x-payment-proof'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_types": [
         *         "message.received",
         *         "otp.extracted"
         *       ],
         *       "target_url": "https://agent.example/hooks/mail",
         *       "mailbox_id": 7
         *     }
         */
        'application/json': components['schemas']['SubscribeWebhookDto'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscribedLeaseWebhook'];
        };
      };
    };
  };
  getSubscribedWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhook_id: number;
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
          'application/json': components['schemas']['LeaseWebhook'];
        };
      };
    };
  };
  unsubscribeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhook_id: number;
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
          'application/json': components['schemas']['DeletedLeaseWebhook'];
        };
      };
    };
  };
}
