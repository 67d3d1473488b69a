import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { checkEvents, checkReplies, type EventSources, type ReplySources } from './checks.js';
import type { Sent } from './load.js';
import { findProblemsOfMail } from './mail-check.js';
import { hashOf, loadMessage } from './message.js';

let test: TestDatabase;
let database: Database;
let mailboxId: number;
const blobs = { get: async () => Buffer.from('damaged') };

const clear = statement(
  'checks-clear',
  `truncate email, email_task, raw_message, idempotency_key, outbound_job, outbound_recipient, bus_delivery restart identity cascade`,
);
const insertReceived = statement(
  'checks-received',
  `with raw as (insert into raw_message (id, content, size) values ($1, $2, 1)),
     email as (insert into email (mailbox_id, direction, status, unread, raw_id, message_id, ready_at)
       values ($3, 0, 'received', true, $1, $4, now()) returning id),
     task as (insert into email_task (email_id, mailbox_id, seq, ready) select id, $3, id, true from email where $5)
   select id from email`,
);
const insertReply = statement(
  'checks-reply',
  `with email as (insert into email (mailbox_id, direction, status, unread, raw_id, message_id)
       values ($1, 1, 'sent', false, $2, '<reply@mailroom.test>') returning id),
     key as (insert into idempotency_key (mailbox_id, key, request_hash, email_id) select $1, $3, '\\x00', id from email),
     job as (insert into outbound_job (email_id, mailbox_id, envelope_sender, status) select id, $1, '', $4 from email)
   select id from email`,
);
const insertPoison = statement(
  'checks-poison',
  `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, poisoned_at)
   values ('x', gen_random_uuid(), 'x', '{}', now(), now())`,
);

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  await buildTenant(database, 'tnt_checks', 'checks.test');
  mailboxId = await buildMailbox(database, 'tnt_checks', 'box@checks.test');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  await database.query(clear);
});

const message = loadMessage('m1', 'box@checks.test', 100);
const traced = Buffer.concat([Buffer.from('Received: by us\r\n'), message.content]);

async function store(options: { content?: Buffer; id?: string; task?: boolean } = {}): Promise<number> {
  const { content = traced, id = 'm1', task = true } = options;
  const values = [randomUUID(), content, mailboxId, `<${id}@load.test>`, task];
  return (await database.query<{ id: number }>(insertReceived, values))[0]?.id ?? 0;
}

async function problemsOfMail(seen: Partial<Sent> = {}): Promise<readonly string[]> {
  const { id, content } = message;
  const sent = { id, bytes: content.length, hash: hashOf(content), accepted: true, refused: 0, unanswered: 0, ...seen };
  return (await findProblemsOfMail({ blobs, database, load: { messages: [sent], accepted: 1, rate: 1 } })).problems;
}

describe('the judgement of mail', () => {
  it('accepts what is there once, and a second one for a try without a reply', async () => {
    await store();
    expect(await problemsOfMail()).toEqual([]);
    await store();
    expect(await problemsOfMail({ unanswered: 1 })).toEqual([]);
  });

  it('finds what is lost', async () => {
    expect(await problemsOfMail()).toEqual(['m1 was accepted and is lost']);
    expect(await problemsOfMail({ accepted: false, unanswered: 1 })).toEqual([]);
  });

  it('finds what is there twice, and what is there though it was refused', async () => {
    await store();
    expect(await problemsOfMail({ accepted: false, refused: 1 })).toEqual([expect.stringMatching(/exists 1 times/)]);
    await store();
    expect(await problemsOfMail()).toEqual(['m1 exists 2 times, where 1 were possible']);
  });

  it('finds other bytes, a missing task, and what was never sent', async () => {
    await store({ content: Buffer.concat([traced, Buffer.from('x')]) });
    expect(await problemsOfMail()).toEqual([expect.stringMatching(/other bytes/)]);
    await database.query(clear);
    await store({ task: false });
    expect(await problemsOfMail()).toEqual([expect.stringMatching(/has 0 tasks/)]);
    await database.query(clear);
    await store();
    await store({ id: 'm2' });
    expect(await problemsOfMail()).toEqual([expect.stringMatching(/never sent/)]);
  });
});

describe('the judgement of answers', () => {
  async function problems(status: string, taken: number, state: 'accepted' | 'refused'): Promise<readonly string[]> {
    await database.query(clear);
    const [email] = await database.query<{ id: number }>(insertReply, [mailboxId, randomUUID(), 'key', status]);
    const reply = { emailId: 1, state, sentEmailId: email?.id ?? null };
    const hop = { taken: new Map([['<reply@mailroom.test>', taken]]), faults: { refused: 0, dropped: 0, silent: 0 } };
    const sources: ReplySources = { database, agents: { replies: new Map([['key', reply]]) }, hop };
    return (await checkReplies(sources)).problems;
  }

  it('accepts one that went out once', async () => {
    expect(await problems('sent', 1, 'accepted')).toEqual([]);
  });

  it.each([
    ['sent', 0, /sent, but went out 0/],
    ['sent', 2, /went out 2 times/],
    ['unknown', 0, /its data never began/],
    ['queued', 0, /job status queued/],
  ] as const)('finds one that is %s and went out %i times', async (status, taken, problem) => {
    expect((await problems(status, taken, 'accepted')).join()).toMatch(problem);
  });

  it('finds one that was refused and exists all the same', async () => {
    expect(await problems('sent', 1, 'refused')).toEqual([
      expect.stringMatching(/was refused and exists all the same/),
    ]);
  });
});

describe('the judgement of events', () => {
  const faults = { failed: 0, hung: 0, dropped: 0 };
  const problems = async (hooks: Partial<EventSources['hooks']>) =>
    (await checkEvents({ database, hooks: { received: new Map(), bad: [], faults, ...hooks } })).problems;

  it('accepts one that came more than once under its id', async () => {
    const emailId = await store();
    expect(await problems({ received: new Map([['a', { emailId, answered: 2, tries: 3 }]]) })).toEqual([]);
  });

  it('finds one that never came, one with two ids, a bad signature, and one that was set aside', async () => {
    const emailId = await store();
    expect(await problems({})).toEqual([expect.stringMatching(/under 0 ids/)]);
    const once = { emailId, answered: 1, tries: 1 };
    const twice = new Map([
      ['a', once],
      ['b', once],
    ]);
    expect(await problems({ received: twice })).toEqual([expect.stringMatching(/under 2 ids/)]);
    await database.query(insertPoison);
    expect(await problems({ received: new Map([['a', once]]), bad: ['b'] })).toHaveLength(2);
  });
});
