import type { Msg, NatsConnection } from '@nats-io/transport-node';

const ACK_MS = 5_000;
const NANOS_PER_MS = 1_000_000;

/** A message from a pull, with its answers as JetStream's wire protocol defines them (nats.io ADR-15). */
export class TakenMessage {
  constructor(
    private readonly connection: NatsConnection,
    private readonly message: Msg,
    private readonly replyTo: string,
  ) {}

  get subject(): string {
    return this.message.subject;
  }

  /**
   * The number of this delivery, from 1: in `$JS.ACK.stream.consumer.deliveries.…`, or after a domain and an account.
   */
  get attempt(): number {
    const tokens = this.replyTo.split('.');
    return Number(tokens[tokens.length >= 11 ? 6 : 4]);
  }

  json(): unknown {
    return this.message.json();
  }

  /** Resolves when the broker has recorded the acknowledgement, so one that gets lost on the way shows here. */
  async acknowledge(): Promise<void> {
    await this.connection.request(this.replyTo, '+ACK', { timeout: ACK_MS });
  }

  /** Asks the broker to deliver it again after a while. */
  postpone(delayMs: number): void {
    this.connection.publish(this.replyTo, `-NAK ${JSON.stringify({ delay: delayMs * NANOS_PER_MS })}`);
  }

  /** Asks the broker to deliver it to somebody else, now. */
  giveBack(): void {
    this.connection.publish(this.replyTo, '-NAK');
  }

  /** Asks the broker never to deliver it again. */
  discard(): void {
    this.connection.publish(this.replyTo, '+TERM');
  }
}
