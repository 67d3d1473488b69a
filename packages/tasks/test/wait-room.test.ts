import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { IdentityModule } from '@mailroom/identity';
import { EmailWaits, MailModule, WaitRoom } from '@mailroom/mail';
import { EventFeed } from '@mailroom/messaging';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { TaskService, TasksModule, WaitingClaims } from '../src/index.js';

let test: TestDatabase;
let database: Database;
let app: INestApplicationContext;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: new FileBlobStore({ directory: '/nonexistent' }) },
    { provide: EventFeed, useValue: new EventFeed(database) },
    { provide: WaitRoom, useValue: new WaitRoom({ perPrincipal: 2, inAll: 8 }) },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, IdentityModule, MailModule, TasksModule], providers: [EmailWaits, WaitingClaims] })
  class Root {}
  app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  await buildTenant(database, 'tnt_a', 'a.test');
});
afterAll(async () => {
  await app.close();
  await database.close();
  await test.drop();
});

it('has so many calls of a token wait, for tasks and for mail together, and none changes anything that finds no room', async () => {
  const mailboxId = await buildMailbox(database, 'tnt_a', 'desk@a.test');
  const [tasks, claims, waits] = [app.get(TaskService, { strict: false }), app.get(WaitingClaims), app.get(EmailWaits)];
  const [held = 0] = await buildEmails(database, mailboxId, 1);
  const filter = { statuses: ['new'], oldestFirst: false, limit: 1 } as const;
  const claimOf = (principalId: string) => ({ actor: { principalId, owner: 'me' }, ttlSeconds: 300 });
  const { leaseToken } = await tasks.claim({ id: held, mailboxId }, claimOf('token:1'));
  const gone = new AbortController();
  const patienceOf = (principalId: string, tenantId = 'tnt_a') => ({
    ...{ seconds: 20, gone: gone.signal },
    ...{ principalId, tenantId },
  });
  const claim = (principalId: string) =>
    claims.claimOrWait(mailboxId, claimOf(principalId), filter, patienceOf(principalId));
  const mail = (principalId: string, tenantId?: string) =>
    waits.next(mailboxId, { subject: 'none' }, patienceOf(principalId, tenantId));

  const waiting = [claim('token:1'), mail('token:1')];
  const refused = { code: 'rate_limited', detail: 'This token has 2 calls waiting already.', retryAfterSeconds: 10 };
  await expect(claim('token:1')).rejects.toMatchObject(refused);
  await expect(mail('token:1')).rejects.toMatchObject(refused);
  const completion = { emailId: held, actor: { principalId: 'token:1', owner: 'me', leaseToken }, status: 'handled' };
  const next = { claim: claimOf('token:1'), part: 'full', completion } as never;
  await expect(claims.claimNextOrWait(mailboxId, filter, next, patienceOf('token:1'))).rejects.toMatchObject(refused);
  expect((await tasks.stats(mailboxId)).byStatus.processing.total).toBe(1);
  // Who does not wait needs no room.
  expect(
    await claims.claimOrWait(mailboxId, claimOf('token:1'), filter, { ...patienceOf('token:1'), seconds: 0 }),
  ).toEqual([]);

  // The tokens of a tenant have half of the room, if it is alone; the others have as much as that leaves.
  waiting.push(mail('token:2'), mail('token:2'));
  const ofTenant = { code: 'rate_limited', detail: 'The tokens of this tenant have 4 calls waiting already.' };
  await expect(mail('token:3')).rejects.toMatchObject(ofTenant);
  waiting.push(mail('token:4', 'tnt_b'));

  gone.abort();
  expect((await Promise.all(waiting)).flat().filter(Boolean)).toEqual([]);
  await expect(mail('token:1')).resolves.toBeNull();
});
