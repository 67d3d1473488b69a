import { Injectable } from '@nestjs/common';
import { receiptGauges } from '@mailroom/billing';
import { Database } from '@mailroom/database';
import { inboundGauges } from '@mailroom/inbound';
import { EventBus, lagGauges } from '@mailroom/messaging';
import type { GaugeSource, Sample } from '@mailroom/observability';
import { outboundGauges } from '@mailroom/sending';
import { webhookGauges } from '@mailroom/webhooks';
import type { queueNames } from './overview.js';

type QueueName = (typeof queueNames)[number];

export type Queue = {
  readonly name: QueueName;
  readonly waiting: number | null;
  readonly oldestSeconds: number | null;
};

type Counted = {
  readonly name: QueueName;
  readonly source: GaugeSource;
  /** Whose samples are what waits, in all states or in these. */
  readonly depth: string;
  readonly states?: readonly string[];
  readonly age: string | null;
};

/** How long a queue may take to say how long it is: a broker that is away does not answer. */
const PATIENCE_MS = 2_000;

/** How much waits where, as the gauges say it. */
@Injectable()
export class Queues {
  readonly #counted: readonly Counted[];

  constructor(database: Database, bus: EventBus) {
    this.#counted = [
      {
        name: 'parsing',
        source: inboundGauges(database),
        depth: 'mailroom_unready_emails',
        age: 'mailroom_unready_oldest_seconds',
      },
      {
        name: 'outbound',
        source: outboundGauges(database),
        depth: 'mailroom_outbound_jobs',
        states: ['due', 'later', 'sending'],
        age: 'mailroom_outbound_oldest_due_seconds',
      },
      {
        name: 'webhooks',
        source: webhookGauges(database),
        depth: 'mailroom_webhook_deliveries',
        age: 'mailroom_webhook_oldest_due_seconds',
      },
      { name: 'events', source: lagGauges(bus), depth: 'mailroom_bus_pending', age: null },
      {
        name: 'receipts',
        source: receiptGauges(database),
        depth: 'mailroom_receipts_open',
        states: ['pending', 'verified'],
        age: 'mailroom_receipts_oldest_due_seconds',
      },
    ];
  }

  async all(): Promise<Queue[]> {
    return Promise.all(this.#counted.map(async (queue) => lengthOf(queue, await samplesOf(queue.source))));
  }
}

/** The samples, or null if nobody can tell at the moment. */
async function samplesOf(source: GaugeSource): Promise<readonly Sample[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([Promise.resolve(source.read()).catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

function lengthOf({ name, depth, states, age }: Counted, samples: readonly Sample[] | null): Queue {
  if (samples === null) return { name, waiting: null, oldestSeconds: null };
  const counts = samples.filter(({ gauge, labels }) => {
    return gauge.name === depth && (states === undefined || states.includes(labels[0] ?? ''));
  });
  const oldest = samples.find(({ gauge }) => gauge.name === age);
  return {
    name,
    waiting: counts.reduce((sum, { value }) => sum + value, 0),
    oldestSeconds: oldest ? Math.round(oldest.value) : null,
  };
}
