// Made from apps/wallet-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../../api-caller.js';
import type { WalletBody, WalletAnswer } from '../../wallet-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class WalletOperations extends ApiCaller {
  /** See chain, sign-in, prices and limits of this installation. */
  async getRuntime(options: CallOptions = {}): Promise<WalletAnswer<'getRuntime'>> {
    return this.plain<WalletAnswer<'getRuntime'>>('GET', `/v2/meta/runtime`, { options });
  }

  /** Get a message to sign. */
  async createChallenge(
    body: WalletBody<'createChallenge'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'createChallenge'>> {
    return this.plain<WalletAnswer<'createChallenge'>>('POST', `/v2/auth/siwe/challenge`, { body, options });
  }

  /** Get a session for a signed message. */
  async verifyChallenge(
    body: WalletBody<'verifyChallenge'>,
    options: CallOptions = {},
  ): Promise<WalletAnswer<'verifyChallenge'>> {
    return this.plain<WalletAnswer<'verifyChallenge'>>('POST', `/v2/auth/siwe/verify`, { body, options });
  }

  /** List the sessions of your wallet. */
  async listSessions(options: CallOptions = {}): Promise<WalletAnswer<'listSessions'>> {
    return this.plain<WalletAnswer<'listSessions'>>('GET', `/v2/auth/sessions`, { options });
  }

  /** End a session of your wallet. */
  async endSession(session_id: string, options: CallOptions = {}): Promise<WalletAnswer<'endSession'>> {
    return this.plain<WalletAnswer<'endSession'>>('DELETE', `/v2/auth/sessions/${encodeURIComponent(session_id)}`, {
      options,
    });
  }
}
