// Made from apps/wallet-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../../api-caller.js';
import type { WalletAnswer } from '../../wallet-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class WalletOperations extends ApiCaller {
  /** See chain, sign-in, prices and limits of this installation. */
  async getRuntime(options: CallOptions = {}): Promise<WalletAnswer<'getRuntime'>> {
    return this.plain<WalletAnswer<'getRuntime'>>('GET', `/v2/meta/runtime`, { options });
  }
}
