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
        | 'invalid_siwe'
        | 'payment_required'
        | 'payment_failed'
        | 'insufficient_scope'
        | 'invalid_mailbox_password'
        | 'signup_closed'
        | 'forbidden_origin'
        | 'external_send_not_enabled'
        | 'policy_suspended'
        | 'recipient_suppressed'
        | 'not_found'
        | 'lease_conflict'
        | 'lease_expired'
        | 'wallet_bound'
        | 'idempotency_conflict'
        | 'idempotency_in_progress'
        | 'address_taken'
        | 'token_rotated'
        | 'delivery_in_progress'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'quota_exceeded'
        | 'cooldown_limit'
        | 'internal_error'
        | 'mail_backend_error'
        | 'unavailable';
      message: string;
      request_id: string;
      /** @description what to do about it */
      fix?: string;
      errors?: {
        field: string;
        message: string;
      }[];
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
        /** @description an ISO 8601 duration */
        window: string;
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
      201: {
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
}
