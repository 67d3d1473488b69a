import { silentLog } from '@mailroom/observability';
import { DeliveriesUnderWay } from './deliveries-under-way.js';
import { MailTransport, transactionsOf, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { connectTo, defaultTimeLimits, NextHopError, type NextHop, type OpenHop } from './next-hop.js';
import { isDecided, isStale } from './outbound-status.js';
import { RelayAdmission } from './relay-admission.js';
import { lacksAdmission, sendOver, type Transaction } from './smtp-transaction.js';

const MAX_IDLE = 20;
const IDLE_MS = 20_000;
const MAX_MESSAGES = 100;

type Idle = {
  readonly open: OpenHop;
  readonly messages: number;
  /** Stops watching for the connection's end, which then concerns whoever uses it. */
  readonly unwatch: () => void;
};

/** Sends everything to one smarthost, over connections that are kept open between messages. */
export class RelayTransport extends MailTransport {
  readonly #idle: Idle[] = [];
  readonly #underWay: DeliveriesUnderWay;
  readonly #hop: NextHop;
  readonly #admission: RelayAdmission;

  /** `smtp://` means opportunistic STARTTLS, `smtps://` means TLS with a valid certificate. */
  constructor(url: string, name: string, limits = defaultTimeLimits, log = silentLog) {
    super();
    this.#underWay = new DeliveriesUnderWay(limits.deliveryMs);
    const { protocol, hostname, port, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    const user = decodeURIComponent(username);
    this.#hop = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 25),
      secure,
      verifyTls: secure,
      credentials: user === '' ? null : { user, pass: decodeURIComponent(password) },
      isRelay: true,
      name,
      limits,
    };
    this.#admission = new RelayAdmission(this.#hop.host, log);
  }

  override async deliver(
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
    onSettled?: (outcomes: readonly TransportOutcome[]) => void,
  ): Promise<TransportOutcome[]> {
    return this.#underWay.run(async (signal) => {
      const { stopMs } = this.#hop.limits;
      const outcomes: TransportOutcome[] = [];
      try {
        for (const one of transactionsOf(envelope)) {
          const settled = await this.#sendOne({ envelope: one, content, beforeFinalDot, signal, stopMs });
          outcomes.push(...settled);
          onSettled?.(settled);
        }
        return outcomes;
      } catch (error) {
        if (!(error instanceof NextHopError)) throw error;
        if (error.kind === 'refused') this.#admission.refused(error.message);
        // A smarthost that can't be reached, or used, is not called again for each of the other recipients. What is wrong
        // with it can be set right, and the mail is still good then.
        const done = new Set(outcomes.map(({ position }) => position));
        const left = envelope.recipients.filter(({ position }) => !done.has(position));
        return [
          ...outcomes,
          ...left.map(({ position }) => ({ position, status: 'retry', smtpReply: error.message }) as const),
        ];
      }
    });
  }

  override async close(): Promise<void> {
    this.#underWay.close();
    for (const { open, unwatch } of this.#idle.splice(0)) {
      unwatch();
      open.session.quit();
      open.session.close();
    }
  }

  async #sendOne(transaction: Transaction): Promise<TransportOutcome[]> {
    const outcomes = await this.#sendOverKept(transaction);
    return outcomes ?? this.#send(await this.#connect(transaction.signal), 0, transaction);
  }

  /**
   * Returns null if no connection was kept, or if the next hop had closed it; then a new one is worth trying at once.
   */
  async #sendOverKept(transaction: Transaction): Promise<TransportOutcome[] | null> {
    const kept = this.#idle.pop();
    if (!kept) return null;
    kept.unwatch();
    const outcomes = await this.#send(kept.open, kept.messages, transaction);
    return outcomes.every(isStale) && !transaction.signal.aborted ? null : outcomes;
  }

  async #send(open: OpenHop, messages: number, transaction: Transaction): Promise<TransportOutcome[]> {
    const outcomes = await sendOver(open, transaction);
    this.#keep(open, messages + 1, outcomes);
    const [first] = outcomes;
    if (first && outcomes.every(lacksAdmission)) throw new NextHopError('refused', first.smtpReply);
    if (outcomes.some(({ status }) => status === 'sent')) this.#admission.granted();
    return outcomes;
  }

  async #connect(signal: AbortSignal): Promise<OpenHop> {
    try {
      return await connectTo(this.#hop, signal);
    } catch (error) {
      const plain = error instanceof NextHopError && error.kind === 'tls' && !this.#hop.secure;
      // A password is never sent after encryption was offered and failed.
      if (!plain || this.#hop.credentials) throw error;
      return connectTo({ ...this.#hop, withoutTls: true }, signal);
    }
  }

  #keep(open: OpenHop, messages: number, outcomes: readonly TransportOutcome[]): void {
    const { session } = open;
    const sound = !session.isEnded && outcomes.every(isDecided);
    // What ends after the transport closed has nobody who would use its connection again, or close it.
    const isLast = this.#underWay.isClosed || messages >= MAX_MESSAGES || this.#idle.length >= MAX_IDLE;
    if (!sound || isLast) return session.quit();
    const drop = () => {
      unwatch();
      this.#idle.splice(this.#idle.indexOf(idle), 1);
      session.close();
    };
    const timer = setTimeout(drop, IDLE_MS).unref();
    const forget = session.onEnd(drop);
    const unwatch = () => {
      clearTimeout(timer);
      forget();
    };
    const idle = { open, messages, unwatch };
    this.#idle.push(idle);
  }
}
