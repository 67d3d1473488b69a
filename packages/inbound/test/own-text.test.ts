import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { EmailRepository } from '@mailroom/mail';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { startIngest } from './ingest.fixture.js';

const QUOTE = 'On Mon, 23 Nov 2026 at 09:14, Ada <ada@example.org> wrote:\r\n> Which gear?';

const find = statement(
  'test-own-text',
  `select e.id, e.raw_id as "rawId", c.plain_text as "plainText", c.extracted_text as "extractedText", c.extracted_units as units
   from email e join message_content c on c.raw_id = e.raw_id where e.recipient = $1`,
);

type Row = { rawId: string; plainText: string; extractedText: string | null; units: number | null };

let test: TestDatabase;
let directory: string;
let database: Database;
let ingest: ReturnType<typeof startIngest>;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-own-text-'));
  database = new Database({ url: test.url });
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
  ingest = startIngest(database, directory);
});
afterAll(async () => {
  await ingest.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

async function takeIn(recipient: string, body: string): Promise<Row & { shown: string | null | undefined }> {
  await ingest.ingest.accept({
    sender: 'a@example.org',
    clientAddress: '127.0.0.1',
    helo: 'test',
    content: Buffer.from(
      `Subject: gears\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}\r\n`,
    ),
    deliveries: [{ mailboxId, recipient }],
  });
  let row: Row | undefined;
  await until(async () => (row = (await database.query<Row>(find, [recipient]))[0]) !== undefined);
  if (!row) throw new Error('It is not there.');
  const content = await new EmailRepository(database).findContent(row.rawId);
  return { ...row, shown: content?.extractedText };
}

it('what a mail adds is kept as a length where it begins the plain text, and reads the same', async () => {
  const own = 'The small one 🦷, naïvely.';
  const { shown, extractedText, units, plainText } = await takeIn('answer@a.test', `${own}\r\n\r\n${QUOTE}`);
  expect(plainText).toContain('Which gear?');
  expect(extractedText).toBeNull();
  expect(units).toBe(shown?.length);
  expect(shown?.trim()).toBe(own);
});

it('what a mail adds is kept as a text where it stands below a quote', async () => {
  const { shown, extractedText, units } = await takeIn('below@a.test', `${QUOTE}\r\n\r\nThe small one.`);
  expect(units).toBeNull();
  expect(extractedText?.trim()).toBe('The small one.');
  expect(shown).toBe(extractedText);
});

it('no text is kept twice where only its last line end is left out', async () => {
  const { shown, extractedText, units } = await takeIn('plain@a.test', 'Which gear do I turn first?');
  expect([shown, extractedText, units]).toEqual(['Which gear do I turn first?', null, 27]);
});
