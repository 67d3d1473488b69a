import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { buildEmails, refuseRows } from '@mailroom/testing';
import { EmailDeletionRepository } from '../src/deletion/email-deletion.repository.js';
import { EmailRetention } from '../src/index.js';
import { startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let mailboxId: number;
beforeAll(async () => {
  sending = await startSending();
  mailboxId = (await sending.mailbox('agent@a.test')).id;
});
afterAll(() => sending.close());
beforeEach(() => sending.change('empty', 'delete from email'));

/** Emails that are older than they are kept, in the order of their ids. */
async function oldEmails(count: number): Promise<number[]> {
  const ids = await buildEmails(sending.database, mailboxId, count);
  await sending.change('age', `update email set created_at = now() - interval '31 days'`);
  return ids;
}
const refuse = (ids: readonly number[]) =>
  refuseRows(sending.database, 'delete on email', `old.id = any ('{${ids.join(',')}}')`);
const left = async () => (await sending.change('left', 'select id from email order by id')).map(({ id }) => id);

/** Runs one round, and returns what it tells. */
async function round(
  retention = new EmailRetention(sending.database, sending.part(EmailDeletionRepository)),
): Promise<unknown[]> {
  const told: unknown[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    if (!(await retention.deleteOlderThan(30, (error) => told.push(error)))) return told;
  }
  throw new Error('It does not end.');
}

it('of an email that can not be deleted is told, and leaves no other behind', async () => {
  const [broken = 0] = await oldEmails(5);
  const accept = await refuse([broken]);
  const told = await round();
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(`${broken}`) })]);
  expect(told[0]).toHaveProperty('cause.message', expect.stringContaining('invalid page in block 7'));
  expect(await left()).toEqual([broken]);
  await accept();
  expect(await round()).toEqual([]);
  expect(await left()).toEqual([]);
});

it('goes on behind a whole batch of such emails, and comes back to them in the next round', async () => {
  const ids = await oldEmails(230);
  const broken = ids.slice(0, 100);
  const accept = await refuse(broken);
  const retention = new EmailRetention(sending.database, sending.part(EmailDeletionRepository));
  expect(await round(retention)).toHaveLength(100);
  expect(await left()).toEqual(broken);
  expect(await round(retention)).toHaveLength(100);
  await accept();
  expect(await round(retention)).toEqual([]);
  expect(await left()).toEqual([]);
});

it('is not told of email by email while the database is away', async () => {
  const ids = await oldEmails(3);
  const deletions = sending.part(EmailDeletionRepository);
  const away = Object.assign(Object.create(deletions) as EmailDeletionRepository, {
    lockIdle: () => Promise.reject(new DomainError('unavailable', 'The database is away.')),
  });
  const told: unknown[] = [];
  const step = new EmailRetention(sending.database, away).deleteOlderThan(30, (error) => told.push(error));
  await expect(step).rejects.toThrow('away');
  expect(told).toEqual([]);
  expect(await left()).toEqual(ids);
});
