import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { TaskEmailRepository } from '../src/task-email.repository.js';

const giveBody = statement(
  'test-give-body',
  `with own as (update email set raw_id = gen_random_uuid() where id = $1 returning raw_id)
   insert into message_content (raw_id, plain_text, html, headers, reference_ids)
   select raw_id, $2, '', '[]', '{}' from own`,
);
const SHORT = 'a short text';
const LONG = 'long '.repeat(100_000);

let test: TestDatabase;
let database: Database;
let emails: TaskEmailRepository;
let own: number;
let other: number;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  emails = new TaskEmailRepository(database);
  await buildTenant(database, 'tnt_a', 'a.test');
  own = await buildMailbox(database, 'tnt_a', 'own@a.test');
  other = await buildMailbox(database, 'tnt_a', 'other@a.test');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

async function emailIn(mailboxId: number, body?: string): Promise<number> {
  const [id = 0] = await buildEmails(database, mailboxId, 1);
  if (body !== undefined) await database.query(giveBody, [id, body]);
  return id;
}

/** What was found of each: the id, and the text, which is null where there is none. */
async function found(...sought: [emailId: number, mailboxId: number | null][]) {
  const all = await Promise.all(sought.map(([emailId, mailboxId]) => emails.find(emailId, mailboxId)));
  return all.map((one) => one && [one.email.id, one.task?.emailId, one.content?.plainText ?? null]);
}

describe('emails that are asked for at once', () => {
  it('are read together, in the order of those who ask, each in the mailbox that its own caller reaches', async () => {
    const [mine, theirs] = [await emailIn(own, SHORT), await emailIn(other)];
    const query = jest.spyOn(database, 'query');
    const all = await found(
      [theirs, null],
      [mine, own],
      [mine, other],
      [theirs, own],
      [999_999_999, null],
      [mine, null],
    );
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(all).toEqual([[theirs, theirs, null], [mine, mine, SHORT], null, null, null, [mine, mine, SHORT]]);
  });

  it('are read with long bodies, too, which nobody else waits for', async () => {
    const [long, short] = [await emailIn(own, LONG), await emailIn(own, SHORT)];
    const ends: string[] = [];
    const ask = async (id: number, name: string) => {
      const one = await emails.find(id, own);
      ends.push(name);
      return one?.content?.plainText;
    };
    expect(await Promise.all([ask(long, 'long'), ask(short, 'short')])).toEqual([LONG, SHORT]);
    expect(ends).toEqual(['short', 'long']);
    expect(await found([long, own])).toEqual([[long, long, LONG]]);
  });

  it('are all read, however many they are', async () => {
    const ids = await buildEmails(database, own, 50);
    expect(await found(...ids.map((id): [number, number] => [id, own]))).toEqual(ids.map((id) => [id, id, null]));
  });
});
