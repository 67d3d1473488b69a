import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Database, statement, type Statement } from '@mailroom/database';
import { StreamRoom } from '@mailroom/http';
import { CredentialAuthenticator } from '@mailroom/identity';
import { EmailRepository } from '@mailroom/mail';
import { EventFeed, FeedRepository, FollowedResourceRepository, type FollowedResource } from '@mailroom/messaging';
import {
  buildEmails,
  buildMailbox,
  buildTenant,
  createTestDatabase,
  until,
  type TestDatabase,
} from '@mailroom/testing';
import type { Follower } from '../src/following/follower.js';
import { Followers } from '../src/following/followers.js';
import { Happenings } from '../src/following/happenings.js';
import { McpSettings } from '../src/mcp-settings.js';

/** A database that knows which statements it was asked. */
class CountedDatabase extends Database {
  readonly asked: string[] = [];

  override query<Row extends object>(asked: Statement, values?: readonly unknown[]): Promise<Row[]> {
    this.asked.push(asked.name);
    return super.query<Row>(asked, values);
  }

  /** How often somebody looked up who follows, and what belongs to which conversation. */
  get lookedUp(): { rows: number; emails: number } {
    const count = (name: string) => this.asked.filter((asked) => asked === name).length;
    return { rows: count('followed-in-mailboxes'), emails: count('email-find-many') };
  }
}

const joinThread = statement('test-thread', 'update email set thread_id = $2 where id = any ($1::bigint[])');
const happen = statement(
  'test-happen',
  `insert into feed_event (mailbox_id, type, email_id) select $1, 'email.received', id from unnest($2::bigint[]) id
   returning pg_notify('feed', '')`,
);

let test: TestDatabase;
let database: CountedDatabase;
let feed: EventFeed;
let followed: FollowedResourceRepository;
let followers: Followers;
let mailboxId: number;
let quietId: number;
const errors: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = new CountedDatabase({ url: test.url });
  await buildTenant(database, 'tnt_followers', 'followers.test');
  followed = new FollowedResourceRepository(database);
});
beforeEach(async () => {
  [mailboxId, quietId] = [await mailbox(), await mailbox()];
  feed = new EventFeed(database);
  const settings = new McpSettings('https://followers.test', [], (error) => errors.push(error));
  const [happenings, events] = [new Happenings(new EmailRepository(database)), new FeedRepository(database)];
  const room = new StreamRoom({ perPrincipal: 60, inAll: 121 });
  followers = new Followers(feed, events, followed, happenings, new CredentialAuthenticator(), settings, room);
});
afterEach(async () => {
  for (const follower of added.splice(0)) followers.remove(follower);
  await feed.onModuleDestroy();
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let mailboxes = 0;
const mailbox = () => buildMailbox(database, 'tnt_followers', `m${(mailboxes += 1)}@followers.test`);

const added: Follower[] = [];
type Whose = Pick<Follower, 'principalId' | 'tenantId' | 'sessionId' | 'resources'>;
type Followed = Whose & { readonly told: string[] };

async function client(options: Partial<Whose>): Promise<Followed> {
  const told: string[] = [];
  const whose = { principalId: 'token:1', tenantId: 'tnt_1', sessionId: null, resources: [], ...options };
  const follower: Follower = { ...whose, tell: (uri) => told.push(uri), beat: () => undefined, end: () => undefined };
  added.push(follower);
  await followers.add(follower);
  return { ...whose, told };
}

const inbox = (id: number): FollowedResource => ({ uri: `inbox ${id}`, mailboxId: id, emailId: null, threadId: null });
const thread = (threadId: string): FollowedResource => ({ ...inbox(mailboxId), uri: `thread ${threadId}`, threadId });
const email = (emailId: number): FollowedResource => ({ ...inbox(mailboxId), uri: `email ${emailId}`, emailId });

/** What the database was asked while one batch of the feed was told, which ends with `last` hearing of it. */
async function asked(emailIds: readonly number[], last: Pick<Followed, 'told'>) {
  database.asked.length = 0;
  await database.query(happen, [mailboxId, emailIds]);
  await until(() => last.told.length > 0, { what: 'the last client to be told' });
  return database.lookedUp;
}

it('asks nothing where nobody follows, and looks no conversation up where none is followed', async () => {
  const emails = await buildEmails(database, mailboxId, 20);
  const elsewhere = await client({ resources: [inbox(quietId)] });
  const last = await client({ resources: [inbox(mailboxId)] });
  expect(await asked(emails, last)).toEqual({ rows: 0, emails: 0 });
  expect(last.told).toEqual([`inbox ${mailboxId}`]);
  expect(elsewhere.told).toEqual([]);
});

it('asks once for all sessions and once for all conversations, and tells each what it follows', async () => {
  const emails = await buildEmails(database, mailboxId, 20);
  const [first = 0, second = 0] = emails;
  await database.query(joinThread, [emails, 'thr_other']);
  await database.query(joinThread, [[first], 'thr_own']);
  const session = (number: number) => ({ principalId: 'token:1', sessionId: `session ${number}` });
  const sessions = await Promise.all(Array.from({ length: 50 }, (_, number) => client(session(number))));
  for (const [number, one] of sessions.entries()) {
    const resource = [inbox(mailboxId), thread('thr_own'), thread('thr_none'), email(second)][number % 4];
    if (resource && one.sessionId) await followed.follow({ ...one, sessionId: one.sessionId }, resource);
  }
  const thief = await client({ principalId: 'token:2', sessionId: 'session 0' });
  const last = await client({ resources: [email(emails.at(-1) ?? 0)] });
  expect(await asked(emails, last)).toEqual({ rows: 1, emails: 1 });
  const told = (number: number) => [[`inbox ${mailboxId}`], ['thread thr_own'], [], [`email ${second}`]][number % 4];
  await until(() => sessions.every((one, number) => one.told.length === told(number)?.length));
  expect(sessions.map((one) => one.told)).toEqual(sessions.map((_, number) => told(number)));
  expect(thief.told).toEqual([]);
});

it('takes as many clients of one principal, and of one tenant, as there is room for', async () => {
  for (let number = 0; number < 60; number += 1) await client({});
  await expect(client({})).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(client({ principalId: 'token:2' })).rejects.toMatchObject({ code: 'rate_limited' });
  await client({ principalId: 'token:3', tenantId: 'tnt_2' });
  for (const follower of added.splice(0, 1)) followers.remove(follower);
  expect(await client({ principalId: 'token:2' })).toMatchObject({ told: [] });
});
