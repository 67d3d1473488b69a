import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Slots } from '@mailroom/concurrency';
import { Database } from '@mailroom/database';
import { DomainError, failureOutcome } from '@mailroom/errors';
import {
  AuditTrail,
  createTokenText,
  hashToken,
  MAX_WALLET_SESSIONS,
  principalOfSession,
  scopes,
  SiweChallengeRepository,
  WALLET_SESSION_PREFIX,
  WalletRepository,
  WalletSessionRepository,
  type SiweChallenge,
  type WalletSession,
} from '@mailroom/identity';
import { nonceOf, parseWalletAddress, SignatureCheck } from '@mailroom/siwe';
import { refused } from './siwe-refusal.js';
import { WalletOwners, type Claimant, type Settled } from './wallet-owners.js';
import { signIns } from './wallets-metrics.js';

/** What somebody sends to sign in. */
export type SignedChallenge = { readonly message: string; readonly signature: string };

export type SignedIn = {
  readonly session: WalletSession;
  /** It is the wallet's, and has its checksum. */
  readonly address: string;
  /** The text of the session, which is nowhere else. */
  readonly token: string;
  readonly outcome: Settled['outcome'];
};

type NewSession = Pick<SignedIn, 'session' | 'token' | 'outcome'>;

export const SESSION_SECONDS = 3_600;

/** New wallets of one process at a time; strangers get no more of the database than that. */
const AT_ONCE = 4;
const WAIT_MS = 5_000;
const MAX_WAITING = 1_000;

/** Turns a challenge that a wallet signed into a session, once. */
@Injectable()
export class WalletSignIn implements OnModuleDestroy {
  readonly #slots = new Slots(AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly challenges: SiweChallengeRepository,
    private readonly signatures: SignatureCheck,
    private readonly wallets: WalletRepository,
    private readonly sessions: WalletSessionRepository,
    private readonly owners: WalletOwners,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Only a sign-in that succeeds uses the challenge up; of several at once, one does.
   * @throws invalid_siwe, rate_limited, wallet_bound, insufficient_scope
   */
  async signIn(signed: SignedChallenge, claimant: Claimant, requestId: string): Promise<SignedIn> {
    try {
      const signedIn = await this.#signIn(signed, claimant, requestId);
      signIns[signedIn.outcome].inc();
      const address = await parseWalletAddress(signedIn.session.address);
      return { ...signedIn, address: address?.shown ?? signedIn.session.address };
    } catch (error) {
      signIns[failureOutcome(error)].inc();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.signatures.close();
  }

  async #signIn(signed: SignedChallenge, claimant: Claimant, requestId: string): Promise<NewSession> {
    const { nonce, challenge } = await this.#judge(signed);
    if (challenge.sessions >= MAX_WALLET_SESSIONS) throw tooManySessions();
    const isKnown = challenge.tenantId !== null && (claimant?.tenantId ?? challenge.tenantId) === challenge.tenantId;
    const token = createTokenText(WALLET_SESSION_PREFIX);
    if (!isKnown) return this.#settle(nonce, challenge, claimant, { token, requestId });
    const session = await this.sessions.signIn(nonce, hashToken(token), SESSION_SECONDS, requestId);
    if (!session) throw refused('used');
    return { session, token, outcome: 'known' };
  }

  /** Finds out whether the wallet signed the very text that was issued to it. The cheap questions come first. */
  async #judge({ message, signature }: SignedChallenge): Promise<{ nonce: string; challenge: SiweChallenge }> {
    const nonce = nonceOf(message);
    const challenge = nonce === null ? null : await this.challenges.find(nonce);
    if (nonce === null || !challenge) throw refused('unknown');
    if (challenge.message !== message) throw refused('changed');
    if (challenge.state !== 'open') throw refused(challenge.state);
    const judgement = await this.signatures.judge(challenge.address, message, signature);
    if (judgement === 'not_signed') throw refused('not_signed');
    if (judgement === 'unknown') throw refused('unasked');
    return { nonce, challenge };
  }

  /** A wallet that is new, or comes to another tenant. All of it is committed with the use of the challenge, or nothing. */
  async #settle(
    nonce: string,
    { address }: SiweChallenge,
    claimant: Claimant,
    { token, requestId }: { readonly token: string; readonly requestId: string },
  ): Promise<NewSession> {
    const work = () =>
      this.database.transaction(async (tx) => {
        await this.wallets.hold(tx, address);
        if (!(await this.challenges.use(tx, nonce))) throw refused('used');
        const { wallet, outcome } = await this.owners.settle(tx, address, claimant, requestId);
        const session = await this.sessions.insert(tx, {
          ...wallet,
          tokenHash: hashToken(token),
          seconds: SESSION_SECONDS,
        });
        const { id, tenantId, agentId, expiresAt } = session;
        const by = { id: principalOfSession(id), level: 'manager', tenantId, mailboxId: null, name: address } as const;
        await this.audit.record(
          tx,
          { ...by, scopes, expiresAt, requestId },
          { action: 'session.started', tenantId, targetId: id, details: { wallet: address, agentId } },
        );
        return { session, token, outcome };
      });
    const signedIn = this.#slots.waiting < MAX_WAITING ? await this.#slots.run(WAIT_MS, work) : null;
    if (signedIn) return signedIn;
    throw new DomainError('unavailable', 'Too many new wallets sign in at the moment.', { retryAfterSeconds: 5 });
  }
}

function tooManySessions(): DomainError {
  return new DomainError('rate_limited', `The wallet has ${MAX_WALLET_SESSIONS} sessions.`, {
    fix: 'Use one of them, end some with DELETE /v2/auth/sessions/{session_id}, or wait until they expire.',
    retryAfterSeconds: 60,
  });
}
