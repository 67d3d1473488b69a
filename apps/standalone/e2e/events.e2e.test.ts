import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, until } from '@mailroom/testing';
import { EventReader } from './event-reader.js';
import { ApiClient, startMailroom, startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

type Box = Awaited<ReturnType<Mailroom['mailbox']>>;

const mailTo = (box: Box, subject: string) =>
  mailroom.send({ from: 'ada@example.org', to: box.address, subject, text: 'Hello' });
const follow = (box: Box, options = {}) => EventReader.open(box.api.baseUrl, box.api.token, options);
const subjects = (reader: EventReader) =>
  reader.events.map(({ data }) => (data.data.email as { subject: string } | null)?.subject);
/** A stream that has begun has a position. */
const begun = (reader: EventReader) => until(() => reader.lastEventId !== '');

describe('the event stream', () => {
  it('tells what becomes of mail and tasks, with the email in short', async () => {
    const box = await mailroom.mailbox();
    const reader = await follow(box);
    await begun(reader);
    await mailTo(box, 'a question');
    await until(() => reader.types.includes('email.received'));
    const [received] = reader.events;
    expect(received?.data).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'email.received',
      timestamp: expect.stringMatching(/Z$/),
      data: { accountId: box.id, email: { subject: 'a question', task: { status: 'new' } } },
    });
    expect(received?.data.data.email).not.toHaveProperty('plainText');
    const emailId = received?.data.data.emailId;
    await box.api.data('POST', '/tasks/claim-next', { owner: 'a' });
    await box.api.data('POST', '/reply', {
      emailId,
      text: 'An answer',
      completeTask: true,
      owner: 'a',
      to: ['x@example.org'],
    });
    await until(() => reader.types.includes('email.sent'));
    expect(reader.types.filter((type) => type === 'task.updated')).toHaveLength(2);
    reader.close();
  });

  it('resumes after Last-Event-ID with all that was missed, in order and once', async () => {
    const box = await mailroom.mailbox();
    const first = await follow(box);
    await begun(first);
    await mailTo(box, 'seen');
    await until(() => first.events.length === 1);
    first.close();
    for (const subject of ['missed 1', 'missed 2', 'missed 3']) {
      await mailTo(box, subject);
      await mailroom.received(box.api, subject);
    }
    const second = await follow(box, { lastEventId: first.lastEventId });
    await mailTo(box, 'live');
    await until(() => subjects(second).includes('live'));
    expect(subjects(second).filter((subject) => subject !== 'seen')).toEqual([
      'missed 1',
      'missed 2',
      'missed 3',
      'live',
    ]);
    const ids = second.events.map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(ids.length);
    second.close();
  });

  it('loses nothing to clients that come and go while mail pours in', async () => {
    const box = await mailroom.mailbox();
    const seen = new Set<unknown>();
    let sent = 0;
    const first = await follow(box);
    await begun(first);
    let { lastEventId } = first;
    first.close();
    const pouring = (async () => {
      for (; sent < 60; sent += 1) await mailTo(box, `mail ${sent}`);
    })();
    while (seen.size < 60) {
      const reader = await follow(box, { lastEventId });
      const before = seen.size;
      await until(() => reader.events.length >= Math.min(7, 60 - before), { what: 'some events' });
      reader.close();
      for (const subject of subjects(reader)) seen.add(subject);
      lastEventId = reader.lastEventId;
    }
    await pouring;
    expect(seen.size).toBe(60);
  });

  it('tells a manager of all mailboxes of the tenant, also of new ones, and each token only of its own', async () => {
    const [one, two] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const own = await follow(one);
    const all = await EventReader.open(mailroom.manager.baseUrl, mailroom.manager.token, {
      query: '?types=email.received',
    });
    await Promise.all([begun(own), begun(all)]);
    const three = await mailroom.mailbox();
    await mailTo(two, 'to two');
    await mailTo(three, 'to three');
    await mailTo(one, 'to one');
    await until(() => all.events.length === 3 && own.events.length === 1);
    expect(subjects(all).sort()).toEqual(['to one', 'to three', 'to two']);
    expect(subjects(own)).toEqual(['to one']);
    own.close();
    all.close();
  });

  it('tells of the types that were asked for', async () => {
    const box = await mailroom.mailbox();
    const reader = await follow(box, { query: '?types=task.updated' });
    await begun(reader);
    await mailTo(box, 'typed');
    await mailroom.received(box.api, 'typed');
    await box.api.data('POST', '/tasks/claim-next', {});
    await until(() => reader.events.length > 0);
    expect(reader.types).toEqual(['task.updated']);
    reader.close();
  });

  it('goes on telling of tasks when it is open for longer than they are recorded after its beginning', async () => {
    const box = await mailroom.mailbox();
    const reader = await follow(box, { query: '?types=task.updated' });
    await begun(reader);
    const expire = `update feed_listener set listening_until = now() - interval '1 s'`;
    await database.query(statement('test-expire-listener', expire));
    const recorded = statement('test-listening', 'select from feed_listener where listening_until > now()');
    await until(async () => (await database.query(recorded)).length > 0, { timeoutMs: 20_000 });
    await mailTo(box, 'still told');
    await mailroom.received(box.api, 'still told');
    await box.api.data('POST', '/tasks/claim-next', {});
    await until(() => reader.events.length > 0);
    expect(reader.types).toEqual(['task.updated']);
    reader.close();
  });

  it('ends, for its client to come back, when what was missed cannot be read', async () => {
    const box = await mailroom.mailbox();
    const first = await follow(box);
    await begun(first);
    const rename = (from: string, to: string) =>
      database.query(statement(`test-rename-${from}`, `alter table ${from} rename to ${to}`));
    await rename('email', 'email_away');
    await database.query(
      statement('test-miss', `insert into feed_event (mailbox_id, type, email_id) values ($1, 'email.received', 1)`),
      [box.id],
    );
    const second = await follow(box, { lastEventId: first.lastEventId });
    await until(() => second.ended);
    expect(second.types).toEqual([]);
    await rename('email_away', 'email');
    first.close();
  });

  it('ends within a second or so of the revocation of its token', async () => {
    const box = await mailroom.mailbox();
    const issued = await mailroom.manager.data('POST', `/mailboxes/${box.id}/tokens`, {});
    const reader = await EventReader.open(box.api.baseUrl, issued.token);
    await begun(reader);
    await mailroom.manager.data('DELETE', `/tokens/${issued.id}`);
    await until(() => reader.ended, { timeoutMs: 5_000 });
    expect((await new ApiClient(box.api.baseUrl, issued.token).call('GET', '/me')).status).toBe(401);
  });

  it('says so when what was missed is not kept any more', async () => {
    const box = await mailroom.mailbox();
    const dayOld = `1-${Math.floor(Date.now() / 1_000) - 25 * 3_600}`;
    const reader = await follow(box, { lastEventId: dayOld });
    await until(() => reader.events.length > 0);
    expect(reader.types).toEqual(['stream.reset']);
    reader.close();
  });

  it.each(['?types=email.opened', '?accountId=x', '?lastEventId=nonsense'])('refuses %s', async (query) => {
    const box = await mailroom.mailbox();
    const { status, body } = await box.api.call('GET', `/events${query}`);
    expect({ status, type: body.error.type }).toEqual({ status: 400, type: 'invalid_request' });
  });

  it("does not follow another's mailbox", async () => {
    const [box, other] = [await mailroom.mailbox(), await mailroom.mailbox()];
    expect((await box.api.call('GET', `/events?accountId=${other.id}`)).status).toBe(404);
  });
});

describe('at shutdown', () => {
  it('streams end, and their clients resume with the next process, which tells them what they missed', async () => {
    const installation = await createTestDatabase();
    const first = await startOwnMailroom({ DATABASE_URL: installation.url }, { apps: ['mailbox-api', 'smtp-ingest'] });
    const box = await first.mailbox();
    const reader = await EventReader.open(box.api.baseUrl, box.api.token);
    await begun(reader);
    await first.send({ from: 'ada@example.org', to: box.address, subject: 'seen', text: 'x' });
    await until(() => reader.events.length === 1);
    reader.close();
    await first.send({ from: 'ada@example.org', to: box.address, subject: 'missed', text: 'x' });
    const open = await EventReader.open(box.api.baseUrl, box.api.token);
    await begun(open);
    await first.close();
    await until(() => open.ended, { what: 'the end of an open stream' });
    const second = await startOwnMailroom({ DATABASE_URL: installation.url }, { apps: ['mailbox-api', 'smtp-ingest'] });
    const resumed = await EventReader.open(second.manager.baseUrl, box.api.token, { lastEventId: reader.lastEventId });
    await until(() => subjects(resumed).includes('missed'));
    expect(subjects(resumed).filter((subject) => subject === 'missed')).toHaveLength(1);
    resumed.close();
    await second.close();
    await installation.drop();
  });
});
