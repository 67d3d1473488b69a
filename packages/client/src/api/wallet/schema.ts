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
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
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
}
