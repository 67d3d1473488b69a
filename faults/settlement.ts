import { statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { scale } from './scale.js';
import type { World } from './world.js';

const NUDGE_MS = 2_000;

type Open = Readonly<Record<string, number>>;

/** Counts what is still under way. */
const open = statement(
  'faults-open',
  `select
     (select count(*) from email where ready_at is null and direction = 0) as unready,
     (select count(*) from email_task where status in ('new', 'processing')) as tasks,
     (select count(*) from outbox_event where sent_at is null) as unsent,
     (select count(*) from bus_delivery where poisoned_at is null) as postponed,
     (select count(*) from webhook_delivery where status = 'pending') as webhooks,
     (select count(*) from email e where direction = 0
        and not exists (select from webhook_delivery d where d.email_id = e.id)) as unscheduled,
     (select count(*) from email e where direction = 0
        and not exists (select from email_index i where i.mailbox_id = e.mailbox_id and i.email_id = e.id)) as unindexed,
     (select count(*) from outbound_job where status in ('queued', 'sending', 'retry')) as jobs`,
);

/** The owners of these leases are gone, so we act as if their time had passed. */
const endLostLeases = [
  statement('faults-lost-jobs', `update outbound_job set lease_expires_at = now() where status = 'sending'`),
  statement(
    'faults-lost-webhooks',
    `update webhook_delivery set next_attempt_at = now(), lease_expires_at = null where status = 'pending'`,
  ),
];

/** Nobody works on these, so we act as if the pauses between attempts had passed. */
const endPauses = [
  statement('faults-due-jobs', `update outbound_job set next_attempt_at = now() where status = 'retry'`),
  statement(
    'faults-due-webhooks',
    `update webhook_delivery set next_attempt_at = now() where status = 'pending' and lease_expires_at is null`,
  ),
];

/** What a person would look at first if events stay unsent. */
const stuck = statement(
  'faults-stuck',
  `select s.generation, s.replay_from, s.replay_until, s.last_sequence, now() as now,
     (select jsonb_agg(o) from (select type, created_at, due_at, octet_length(payload::text) as bytes
        from outbox_event where sent_at is null order by due_at limit 5) o) as first
   from bus_stream s`,
);

const generation = statement('faults-generation', `select generation from bus_stream`);

/**
 * Ends the load and waits until everything has finished. It cuts short what would take minutes by schedule: the leases
 * of deliverers that were lost and the pauses between their attempts. Tasks and their leases keep their full time.
 */
export async function settle(world: World): Promise<void> {
  const { agents, database, fleet, hooks, hop, load } = world;
  hop.behave();
  hooks.behave();
  agents.beDiligent();
  await load.stop();
  const deliverers = [...fleet.apps.replicas.outbound, ...fleet.apps.replicas['webhook-dispatcher']];
  await Promise.all(deliverers.map((service) => fleet.end(service)));
  for (const statement of endLostLeases) await database.query(statement);
  fleet.revive();
  let left: Open = {};
  let nudgedAt = Date.now();
  const isSettled = async () => {
    fleet.revive();
    if (Date.now() - nudgedAt > NUDGE_MS) {
      for (const statement of endPauses) await database.query(statement);
      nudgedAt = Date.now();
    }
    left = { ...(await database.query<Open>(open))[0], stream: await messagesInStream(world) };
    return Object.values(left).every((count) => count === 0);
  };
  try {
    await until(isSettled, { timeoutMs: scale.patienceMs, what: 'everything to finish', pauseMs: 250 });
  } catch (error) {
    const looks = JSON.stringify(await database.query(stuck));
    throw new Error(`Still under way: ${JSON.stringify(left)}; events: ${looks}`, { cause: error });
  }
  await agents.stop();
}

/** Counts the events that a consumer has not acknowledged. */
async function messagesInStream({ database, nats }: World): Promise<number> {
  const [row] = await database.query<{ generation: number }>(generation);
  const connection = await connect({ servers: nats.url.replace('nats://', '') });
  try {
    const manager = await jetstreamManager(connection);
    return (await manager.streams.info(`mailroom_${row?.generation ?? 0}`)).state.messages;
  } finally {
    await connection.close();
  }
}
