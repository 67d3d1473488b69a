import { SignInLimiter } from '@mailroom/http';
import { WALLET_SESSION_PREFIX, type WebSurface } from '@mailroom/identity';
import type { ApiAddress } from '../calls/api-address.js';
import { answerOf, type ApiAnswer } from '../calls/api-answer.js';
import type { WebSessions } from '../sessions/web-sessions.js';

/** What a person signs in with; pages send one of them. */
export type Proof =
  | { readonly token: string }
  | { readonly address: string; readonly password: string }
  | { readonly message: string; readonly signature: string };

export type Begun = { readonly secret: string; readonly expiresAt: Date };

type Issued = { readonly access_token: string; readonly expires_in?: number };

/** A call by which a credential shows that it is one for the interface. */
const checks: Readonly<Record<WebSurface, string>> = {
  app: '/api/agent/v1/me',
  webmail: '/api/agent/v1/me',
  admin: '/admin/api/tenants?limit=1',
};
const WALLET_VERIFY = '/v2/auth/siwe/verify';
const WALLET_CHALLENGE = '/v2/auth/siwe/challenge';
const PASSWORD_SIGN_IN = '/v2/mailboxes/sign-in';
const PASSWORD_SIGN_OUT = '/v2/mailboxes/sign-out';
const PASSWORD_PREFIX = 'mrp_';

/** Turns what a person has into a session; what is right is for the APIs to say. */
export class SignIn {
  constructor(
    private readonly api: ApiAddress,
    private readonly sessions: WebSessions,
    private readonly limiter: SignInLimiter,
  ) {}

  /** The text that a wallet signs. */
  challenge(client: string, walletAddress: string): Promise<ApiAnswer> {
    return this.#post(WALLET_CHALLENGE, client, { wallet_address: walletAddress });
  }

  /** Returns the session, or what the API said instead. */
  async begin(surface: WebSurface, client: string, proof: Proof): Promise<Begun | ApiAnswer> {
    const refusal = this.limiter.refusal(client);
    if (refusal) return refused(429, 'rate_limited', refusal.message, Number(refusal.details.retryAfterSeconds));
    const issued = await this.#credentialOf(surface, client, proof);
    if (isAnswer(issued)) {
      if (issued.status === 401) this.limiter.countFailure(client);
      return issued;
    }
    return this.sessions.begin(surface, issued.access_token, issued.expires_in);
  }

  /** Ends what was issued for this session alone; a token that the person brought stays theirs. */
  async end(credential: string, client: string): Promise<void> {
    if (credential.startsWith(PASSWORD_PREFIX)) await this.#post(PASSWORD_SIGN_OUT, client, {}, credential);
    if (credential.startsWith(WALLET_SESSION_PREFIX)) await this.#endWalletSession(credential, client);
  }

  async #credentialOf(surface: WebSurface, client: string, proof: Proof): Promise<Issued | ApiAnswer> {
    if ('token' in proof) return this.#checked(surface, client, proof.token);
    const answer =
      'signature' in proof
        ? await this.#post(WALLET_VERIFY, client, proof)
        : await this.#post(PASSWORD_SIGN_IN, client, { address: proof.address, mailbox_password: proof.password });
    return answer.status < 300 ? (answer.body as Issued) : answer;
  }

  async #checked(surface: WebSurface, client: string, token: string): Promise<Issued | ApiAnswer> {
    const path = checks[surface];
    const headers = { authorization: `Bearer ${token}`, ...this.api.headersFor(path, client) };
    const answer = await answerOf(this.api.urlOf(path), { headers });
    return answer.status < 300 ? { access_token: token } : answer;
  }

  async #endWalletSession(credential: string, client: string): Promise<void> {
    const path = '/v2/auth/sessions';
    const headers = { authorization: `Bearer ${credential}`, ...this.api.headersFor(path, client) };
    const { body } = await answerOf(this.api.urlOf(path), { headers });
    const { sessions = [] } = body as { sessions?: { session_id: number; current: boolean }[] };
    const own = sessions.find(({ current }) => current);
    if (own) await answerOf(this.api.urlOf(`${path}/${own.session_id}`), { method: 'DELETE', headers });
  }

  #post(path: string, client: string, body: object, credential?: string): Promise<ApiAnswer> {
    return answerOf(this.api.urlOf(path), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...this.api.headersFor(path, client),
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      },
      body: JSON.stringify(body),
    });
  }
}

function refused(status: number, error: string, message: string, retryAfterSeconds?: number): ApiAnswer {
  return {
    status,
    body: { error, message },
    retryAfter: retryAfterSeconds === undefined ? null : String(retryAfterSeconds),
  };
}

function isAnswer(result: Issued | ApiAnswer): result is ApiAnswer {
  return 'status' in result;
}
