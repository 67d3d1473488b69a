import type { ServerResponse } from 'node:http';
import { AgentViewOptions, EmailWebhookBody } from '@mailroom/agent-view';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { emailReceived, type Event } from '@mailroom/events';
import {
  AttachmentRepository,
  EmailRepository,
  MailboxRepository,
  BridgeProofs,
  BridgeRepository,
  MailKeyRepository,
  MessageReaders,
} from '@mailroom/mail';
import { PostgresEventBus } from '@mailroom/messaging';
import {
  buildEmails,
  buildMailbox,
  buildTenant,
  createTestDatabase,
  until,
  type TestDatabase,
} from '@mailroom/testing';
import { TaskRepository } from '@mailroom/tasks';
import { DeliveryClaimRepository } from '../src/delivery-claim.repository.js';
import { DeliveryLogRepository } from '../src/delivery-log.repository.js';
import { DeliveryRepository } from '../src/delivery.repository.js';
import { WebhookDispatcher, WebhookOptions } from '../src/index.js';
import { Poster } from '../src/post.js';
import { createSecret } from '../src/signature.js';
import { startReceiver, type Hit, type Receiver } from './receiver.js';

const TENANT = 'tnt_test';
/** Another tenant of the same installation. */
export const NEIGHBOUR = 'tnt_neighbour';

const insertWebhook = statement(
  'test-webhook',
  `insert into webhook (tenant_id, user_id, mailbox_id, url, events, secret)
   values ($1, 1, $2, $3, $5, $4) returning id`,
);
const endpoint = statement(
  'test-endpoint',
  `select status, last_status as "lastStatus", last_error as "lastError", failing_since as "failingSince",
     last_deliver_time is not null as "tried" from webhook where id = $1`,
);
const rows = statement(
  'test-deliveries',
  `select id, status, attempts, last_status as "lastStatus", last_error as "lastError", lease_expires_at is not null as "leased",
     extract(epoch from next_attempt_at - now())::float8 as "dueInSeconds"
   from webhook_delivery where webhook_id = $1 order by id`,
);
const makeDue = statement('test-due', `update webhook_delivery set next_attempt_at = now() where webhook_id = $1`);
const makeDueInTurn = statement(
  'test-due-in-turn',
  `update webhook_delivery set next_attempt_at = now() - interval '1 hour' + make_interval(secs => id) where webhook_id = $1`,
);
const failingForSixDays = statement(
  'test-since',
  `update webhook set failing_since = now() - interval '6 days' where id = $1`,
);
const remove = statement('test-remove', `update webhook set deleted_at = now(), status = 1 where id = $1`);
const waiting = statement('test-waiting', 'select 1 from bus_delivery');
const sweep = statement('test-sweep', `update webhook_delivery set status = 'failed' where status = 'pending'`);
/** No date in JSON is like that. */
const spoil = statement('test-spoil', `update email set created_at = 'infinity' where id = $1`);
const lastAttempt = statement(
  'test-last-attempt',
  `update webhook_delivery set attempts = 7, next_attempt_at = now(), lease_expires_at = null where webhook_id = $1`,
);
const giveText = statement(
  'test-body',
  `with email as (update email set has_body = true where id = $1 returning raw_id)
   insert into message_content (raw_id, plain_text, html, reference_ids) select raw_id, $2, '<p>', '{}' from email`,
);

export type DeliveryRow = {
  readonly id: number;
  readonly status: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly leased: boolean;
  readonly dueInSeconds: number;
};

/** One dispatcher with its own database and bus; each test gets a new mailbox. */
export class DispatcherFixture {
  mailboxId = 0;
  readonly bus: PostgresEventBus;
  readonly deliveries: DeliveryRepository;
  readonly claims: DeliveryClaimRepository;
  readonly log: DeliveryLogRepository;
  #dispatcher: WebhookDispatcher | undefined;
  #receivers: Receiver[] = [];
  #errors: unknown[] = [];

  private constructor(
    private readonly test: TestDatabase,
    readonly database: Database,
  ) {
    this.bus = new PostgresEventBus(database);
    this.deliveries = new DeliveryRepository(database);
    this.claims = new DeliveryClaimRepository(database);
    this.log = new DeliveryLogRepository(database);
  }

  static async open(): Promise<DispatcherFixture> {
    const test = await createTestDatabase();
    const database = new Database({ url: test.url });
    await buildTenant(database, TENANT, 'mail.test');
    await buildTenant(database, NEIGHBOUR, 'neighbour.test');
    return new DispatcherFixture(test, database);
  }

  async close(): Promise<void> {
    await this.bus.close();
    await this.database.close();
    await this.test.drop();
  }

  async begin(): Promise<void> {
    this.mailboxId = await this.anotherMailbox();
    await this.start();
  }

  /** Ends the test's dispatcher and receivers, and returns the errors that it reported. */
  async finish(): Promise<unknown[]> {
    for (const receiver of this.#receivers.splice(0)) await receiver.close();
    await this.stop();
    await this.database.query(sweep);
    return this.takeErrors();
  }

  /** What the dispatcher has reported so far, which was expected. */
  takeErrors(): unknown[] {
    return this.#errors.splice(0);
  }

  /** @param read where texts of emails are read from */
  async start(timeoutMs = 60_000, read = this.database): Promise<void> {
    const onError = (error: unknown) => void this.#errors.push(error);
    const options = new WebhookOptions('loopback', onError, timeoutMs);
    const [emails, mailboxes] = [new EmailRepository(read), new MailboxRepository(read)];
    const [attachments, tasks] = [new AttachmentRepository(read), new TaskRepository(read)];
    const body = new EmailWebhookBody(
      emails,
      mailboxes,
      attachments,
      tasks,
      new AgentViewOptions('https://mail.test'),
      new MessageReaders(new MailKeyRepository(read), new BridgeProofs(new BridgeRepository(read))),
    );
    const poster = new Poster({ allowPrivate: 'loopback', timeoutMs });
    const claims = new DeliveryClaimRepository(this.database);
    this.#dispatcher = new WebhookDispatcher(this.deliveries, claims, body, poster, this.bus, options);
    await this.#dispatcher.start();
  }

  async stop(): Promise<void> {
    await this.#dispatcher?.close();
    this.#dispatcher = undefined;
  }

  anotherMailbox(tenantId = TENANT): Promise<number> {
    const domain = tenantId === TENANT ? 'mail.test' : 'neighbour.test';
    return buildMailbox(this.database, tenantId, `m${uuidv7()}@${domain}`);
  }

  emails(count: number): Promise<number[]> {
    return buildEmails(this.database, this.mailboxId, count);
  }

  async receive(answer?: (hit: Hit, response: ServerResponse) => void, port?: number): Promise<Receiver> {
    const receiver = await startReceiver(answer, port);
    this.#receivers.push(receiver);
    return receiver;
  }

  async subscribe(
    url: string,
    target: number | null = this.mailboxId,
    events: readonly string[] = [emailReceived.type],
    tenantId = TENANT,
  ): Promise<{ id: number; secret: string }> {
    const secret = createSecret();
    const [row] = await this.database.query<{ id: number }>(insertWebhook, [tenantId, target, url, secret, events]);
    return { id: row?.id ?? 0, secret };
  }

  received(emailId: number, target = this.mailboxId): Event {
    const payload = { emailId, mailboxId: target };
    return { id: uuidv7(), type: emailReceived.type, occurredAt: new Date().toISOString(), payload };
  }

  /** Makes emails ready in the mailbox, and returns their events. */
  async mail(count = 1, target = this.mailboxId): Promise<Event[]> {
    const events = (await buildEmails(this.database, target, count)).map((id) => this.received(id, target));
    await this.bus.publish(events);
    return events;
  }

  async giveText(emailId: number, text: string): Promise<void> {
    await this.database.query(giveText, [emailId, text]);
  }

  /** Makes an email one that can't be told. */
  async spoil(emailId: number): Promise<void> {
    await this.database.query(spoil, [emailId]);
  }

  /** The next attempt of the endpoint's deliveries comes now, and is the last one. */
  async lastAttempt(webhookId: number): Promise<void> {
    await this.database.query(lastAttempt, [webhookId]);
  }

  deliveriesOf(webhookId: number): Promise<DeliveryRow[]> {
    return this.database.query<DeliveryRow>(rows, [webhookId]);
  }

  async state(webhookId: number): Promise<Record<string, unknown>> {
    const [row] = await this.database.query<Record<string, unknown>>(endpoint, [webhookId]);
    return row ?? {};
  }

  settled(webhookId: number, status: string): Promise<void> {
    const reached = async () => (await this.deliveriesOf(webhookId)).some((row) => row.status === status);
    return until(reached, { what: `a delivery that has ${status}` });
  }

  consumed(): Promise<void> {
    return until(async () => (await this.database.query(waiting)).length === 0, { what: 'an empty bus' });
  }

  async makeDue(webhookId: number): Promise<void> {
    await this.database.query(makeDue, [webhookId]);
  }

  /** Makes the endpoint's deliveries due, in the order in which they were made. */
  async makeDueInTurn(webhookId: number): Promise<void> {
    await this.database.query(makeDueInTurn, [webhookId]);
  }

  async failingForSixDays(webhookId: number): Promise<void> {
    await this.database.query(failingForSixDays, [webhookId]);
  }

  async remove(webhookId: number): Promise<void> {
    await this.database.query(remove, [webhookId]);
  }
}
