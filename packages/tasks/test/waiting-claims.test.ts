import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { IdentityModule } from '@mailroom/identity';
import { defaultWaitLimits, MailModule, WaitRoom } from '@mailroom/mail';
import { EventFeed } from '@mailroom/messaging';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { TaskService, TasksModule, WaitingClaims, type ClaimFilter, type Task } from '../src/index.js';

const SECONDS = 4;

let test: TestDatabase;
let database: Database;
let app: INestApplicationContext;
let tasks: TaskService;
let waiting: WaitingClaims;
let mailboxId: number;
let mailboxes = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: new FileBlobStore({ directory: '/nonexistent' }) },
    { provide: EventFeed, useValue: new EventFeed(database) },
    { provide: WaitRoom, useValue: new WaitRoom(defaultWaitLimits) },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, IdentityModule, MailModule, TasksModule], providers: [WaitingClaims] })
  class Root {}
  app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  [tasks, waiting] = [app.get(TaskService, { strict: false }), app.get(WaitingClaims)];
  await buildTenant(database, 'tnt_a', 'a.test');
});
beforeEach(async () => {
  mailboxes += 1;
  mailboxId = await buildMailbox(database, 'tnt_a', `box${mailboxes}@a.test`);
});
afterAll(async () => {
  await app.close();
  await database.close();
  await test.drop();
});

const expireLease = statement('test-expire', 'update email_task set lease_expires_at = now() where email_id = $1');

const claimOf = (owner: string) => ({ actor: { principalId: 'token:1', owner }, ttlSeconds: 300 });
const newest: ClaimFilter = { statuses: ['new'], oldestFirst: false, limit: 1 };
const wait = (owner: string, filter: Partial<ClaimFilter> = {}): Promise<Task[]> =>
  waiting.claimOrWait(
    mailboxId,
    claimOf(owner),
    { ...newest, ...filter },
    { seconds: SECONDS, gone: new AbortController().signal, tenantId: 'tnt_a' },
  );
/** One that has slept for nothing before shows that those who came earlier sleep. */
const asleep = () =>
  waiting.claimOrWait(mailboxId, claimOf('z'), newest, {
    seconds: 0.2,
    gone: new AbortController().signal,
    tenantId: 'tnt_a',
  });
const idsOf = (claimed: readonly Task[]) => claimed.map(({ emailId }) => emailId);

describe('a task that becomes free', () => {
  it('goes to one who may have it, though somebody waits longer for tasks that it is none of', async () => {
    const [held = 0] = await buildEmails(database, mailboxId, 1);
    const { leaseToken } = await tasks.claim({ id: held, mailboxId }, claimOf('holder'));
    const others = wait('earlier', { cursor: held });
    const mine = wait('later');
    expect(await asleep()).toEqual([]);
    await tasks.release(
      { mailboxId, emailIds: [held] },
      { principalId: 'token:1', leaseToken: leaseToken ?? undefined },
    );
    expect(idsOf(await mine)).toEqual([held]);
    expect(await others).toEqual([]);
  });

  it('because its lease ended goes to one who waits for such, though somebody waits longer for other ones', async () => {
    const [held = 0] = await buildEmails(database, mailboxId, 1);
    await tasks.claim({ id: held, mailboxId }, claimOf('holder'));
    const others = wait('earlier', { statuses: ['ignored'] });
    const mine = wait('later', { statuses: ['new', 'processing'] });
    expect(await asleep()).toEqual([]);
    await database.query(expireLease, [held]);
    expect(idsOf(await mine)).toEqual([held]);
    expect(await others).toEqual([]);
  });
});
