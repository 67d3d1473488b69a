import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import type { Event } from '@mailroom/events';
import { createTestDatabase, startNats, type NatsServer, type TestDatabase } from '@mailroom/testing';
import { JetStreamEventBus, OutboxRelay } from '../src/index.js';

export const TYPE = 'test.happened';

/** Events as a service commits them. */
export const append = statement(
  'test-append',
  `insert into outbox_event (id, type, payload) select id, '${TYPE}', '{}' from unnest($1::uuid[]) id
   returning pg_notify('outbox', '')`,
);
const unsent = statement('test-unsent', 'select id from outbox_event where sent_at is null');

export function newEvent(id = uuidv7()): Event {
  return { id, type: TYPE, occurredAt: new Date().toISOString(), payload: {} };
}

/** A handler that remembers what it got. */
export function listener() {
  const seen: string[] = [];
  return {
    seen,
    has: (ids: readonly string[]) => ids.every((id) => seen.includes(id)),
    handle: async ({ id }: Event) => {
      seen.push(id);
    },
  };
}

/** Gives each test a database and an empty NATS server, and closes what the test started. */
export class JetStreamFixture {
  nats: NatsServer;
  database: Database;
  /** Opened at the end, so that handlers that hang for the whole test end too. */
  gate: { readonly opened: Promise<void>; open(): void };
  #test: TestDatabase;
  #open: { close(): Promise<void> }[] = [];

  constructor() {
    beforeAll(async () => {
      this.nats = await startNats();
    });
    afterAll(() => this.nats.close());
    beforeEach(() => this.#begin());
    afterEach(() => this.#end());
  }

  async startBus(): Promise<JetStreamEventBus> {
    return this.closing(await JetStreamEventBus.open({ database: this.database, url: this.nats.url }));
  }

  get databaseUrl(): string {
    return this.#test.url;
  }

  startRelay(bus: JetStreamEventBus): void {
    this.closing(new OutboxRelay(this.database, bus));
  }

  closing<T extends { close(): Promise<void> }>(part: T): T {
    this.#open.push(part);
    return part;
  }

  /** Commits events as a service does; returns their ids. */
  async commit(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7());
    await this.database.query(append, [ids]);
    return ids;
  }

  async allSent(): Promise<boolean> {
    return (await this.database.query(unsent)).length === 0;
  }

  /** The contents of the first generation's stream. */
  async storedMessages(): Promise<number> {
    const connection = await connect({ servers: this.nats.url });
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info('mailroom_1');
    await connection.close();
    return state.messages;
  }

  async #begin(): Promise<void> {
    let release = () => {};
    const opened = new Promise<void>((resolve) => (release = resolve));
    this.gate = { opened, open: () => release() };
    this.#test = await createTestDatabase();
    this.database = new Database({ url: this.#test.url });
  }

  async #end(): Promise<void> {
    this.gate.open();
    for (const part of this.#open.splice(0).reverse()) await part.close();
    await this.database.close();
    await this.#test.drop();
    await this.nats.kill();
    await this.nats.wipe();
    await this.nats.start();
  }
}
