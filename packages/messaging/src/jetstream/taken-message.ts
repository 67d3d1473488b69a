import type { Msg, NatsConnection } from '@nats-io/transport-node';

const ACK_MS = 5_000;
const NANOS_PER_MS = 1_000_000;

/** A message that a pull brought, and its answers, as JetStream's wire protocol has them (nats.io ADR-15). */
export class TakenMessage {
  constructor(
    private readonly connection: NatsConnection,
    private readonly message: Msg,
    private readonly replyTo: string,
  ) {}

  get subject(): string {
    return this.message.subject;
  }

  /** Which delivery this is, from 1: in `$JS.ACK.stream.consumer.deliveries.…`, or after a domain and an account. */
  get attempt(): number {
    const tokens = this.replyTo.split('.');
    return Number(tokens[tokens.length >= 11 ? 6 : 4]);
  }

  json(): unknown {
    return this.message.json();
  }

  /** Resolves when the broker has recorded it: one that is lost on the way shows here. */
  async acknowledge(): Promise<void> {
    await this.connection.request(this.replyTo, '+ACK', { timeout: ACK_MS });
  }

  /** Has it delivered again after a while. */
  postpone(delayMs: number): void {
    this.connection.publish(this.replyTo, `-NAK ${JSON.stringify({ delay: delayMs * NANOS_PER_MS })}`);
  }

  /** Has it delivered to somebody else, now. */
  giveBack(): void {
    this.connection.publish(this.replyTo, '-NAK');
  }

  /** Has it never delivered again. */
  discard(): void {
    this.connection.publish(this.replyTo, '+TERM');
  }
}
