import { readNetworks, type Network } from '@mailroom/network';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';
import { readSendLimits, type SendLimits } from '@mailroom/send-policy';
import { isOperatorToken, OPERATOR_PREFIX, type OperatorTokenSource } from './auth/operator-token.js';

export type AdminApiConfig = {
  /** The one address at which clients reach the system, without a trailing slash. */
  readonly baseUrl: string;
  /** Where the operator's token is; null if there is none. */
  readonly operatorToken: OperatorTokenSource;
  /** What tenants of the free tier may send to the outside. */
  readonly sendLimits: SendLimits;
  /** Networks of proxies that are believed what they say of a client's address. */
  readonly trustedProxies: readonly Network[];
  /** Networks of balancers whose connections begin with a header of the PROXY protocol. */
  readonly proxyProtocolFrom: readonly Network[];
};

type LoadedConfig = Omit<AdminApiConfig, 'baseUrl'> & { readonly baseUrl: string | undefined };

/** Reads the variables of this API; `complain` receives a line for each bad one. */
export function loadAdminApiConfig(env: Environment, complain: Complain): LoadedConfig {
  return {
    baseUrl: readBaseUrl(env, complain),
    operatorToken: readOperatorToken(env, complain),
    sendLimits: readSendLimits(env, complain),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', complain),
    proxyProtocolFrom: readNetworks(env, 'HTTP_PROXY_PROTOCOL_FROM', complain),
  };
}

/** OPERATOR_TOKEN, or else OPERATOR_TOKEN_FILE; without them nobody is the operator. */
function readOperatorToken(env: Environment, complain: Complain): OperatorTokenSource {
  const { OPERATOR_TOKEN: text, OPERATOR_TOKEN_FILE: file } = env;
  // Not repeated: it is the token.
  if (text && !isOperatorToken(text))
    complain(
      `OPERATOR_TOKEN must be what "npm run ops -- tokens operator" says: a token that begins with ${OPERATOR_PREFIX}.`,
    );
  if (text) return { text };
  return file ? { file } : null;
}
