import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import type { KnownConsumer } from './bus-stream.repository.js';
import { STREAM_NAME } from './bus-stream.repository.js';

const NANOS_PER_SECOND = 1_000_000_000;
const STREAM_EXISTS_OTHERWISE = 10_058;
const CONSUMER_EXISTS_OTHERWISE = 10_148;
const MESSAGE_TOO_LARGE = 10_054;
const DUPLICATE_WINDOW_SECONDS = 120;

export function streamName(generation: number): string {
  return `${STREAM_NAME}_${generation}`;
}

/** Each generation has its own subject, so nobody can publish to a stream whose consumers are not declared yet. */
export function subjectOf(generation: number, type: string): string {
  return `${STREAM_NAME}.${generation}.${type}`;
}

/** Each of our consumers is one JetStream consumer per type, because servers before 2.10 filter by one subject only. */
export function durableName(consumer: string, type: string): string {
  return `${consumer}--${type}`.replaceAll('.', '_');
}

/** Our consumer to which a durable name belongs. */
export function consumerOf(name: string): string {
  return name.slice(0, name.lastIndexOf('--'));
}

/** The event type in a subject, without the generation. */
export function typeOf(subject: string): string {
  return subject.split('.').slice(2).join('.');
}

/** A consumer as JetStream reports it. */
export type Durable = { readonly name: string; readonly type: string; readonly consumer: KnownConsumer };

/** Everything that JetStream should have for these consumers. */
export function durablesOf(consumers: readonly KnownConsumer[]): Durable[] {
  return consumers.flatMap((consumer) =>
    consumer.types.map((type) => ({ name: durableName(consumer.name, type), type, consumer })),
  );
}

/** Creates the stream; one that another process has already created in the same way is as good. */
export async function declareStream(jsm: JetStreamManager, generation: number, replicas: number): Promise<StreamInfo> {
  const config: Partial<StreamConfig> & { name: string } = {
    name: streamName(generation),
    subjects: [subjectOf(generation, '>')],
    // An event stays until every consumer has acknowledged it, so the oldest one shows how far all of them have come.
    retention: RetentionPolicy.Interest,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    duplicate_window: DUPLICATE_WINDOW_SECONDS * NANOS_PER_SECOND,
    num_replicas: replicas,
  };
  return jsm.streams.add(config).catch((error: unknown) => {
    if (codeOf(error) !== STREAM_EXISTS_OTHERWISE) throw error;
    return jsm.streams.update(config.name, { num_replicas: replicas });
  });
}

/** Creates the consumer, or changes it to what it should be. */
export async function declareDurable(jsm: JetStreamManager, generation: number, durable: Durable): Promise<void> {
  const ackWait = durable.consumer.ackWaitSeconds * NANOS_PER_SECOND;
  const config = {
    durable_name: durable.name,
    filter_subject: subjectOf(generation, durable.type),
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWait,
    deliver_policy: DeliverPolicy.New,
    // We count poison and set it aside ourselves: what JetStream gives up would stay in the stream unseen.
    max_deliver: -1,
    // Events that wait for another attempt must not keep the others from coming.
    max_ack_pending: -1,
  };
  const stream = streamName(generation);
  await jsm.consumers.add(stream, config).catch((error: unknown) => {
    if (codeOf(error) !== CONSUMER_EXISTS_OTHERWISE) throw error;
    return jsm.consumers.update(stream, durable.name, { ack_wait: ackWait });
  });
}

/** JetStream's own number for an error in its answer. */
export function codeOf(error: unknown): number | null {
  return error instanceof JetStreamApiError ? error.code : null;
}

/** Whether it is one event that NATS does not take, such as one that is too large, while it takes others. */
export function isRefusal(error: unknown): boolean {
  const { InvalidArgumentError, InvalidSubjectError } = errors;
  const isInvalid = error instanceof InvalidArgumentError || error instanceof InvalidSubjectError;
  return isInvalid || codeOf(error) === MESSAGE_TOO_LARGE;
}
