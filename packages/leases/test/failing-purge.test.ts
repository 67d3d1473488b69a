import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { MailboxPurge } from '@mailroom/sending';
import { buildEmails, fail, refuseRows } from '@mailroom/testing';
import { WebhookRepository } from '@mailroom/webhooks';
import { LeaseUpkeepRepository } from '../src/upkeep/lease-upkeep.repository.js';
import { LeaseUpkeep } from '../src/upkeep/lease-upkeep.js';
import { startLeases, type Leases } from './leases-fixture.js';

let leases: Leases;
beforeAll(async () => {
  leases = await startLeases();
});
afterAll(() => leases.close());

/** Leases whose mail is to be deleted, the one that is due first before the others, with an email in each. */
async function dueLeases(count: number) {
  const due: { id: string; mailboxId: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const lease = await leases.allocate(await leases.agent(), 1);
    await buildEmails(leases.database, lease.mailboxId, 1);
    await leases.pass(lease.id, 40 - n);
    due.push(lease);
  }
  return due;
}

/** The leases whose mail is still to be deleted, those that are due now first. */
const left = () =>
  leases.rows<{ id: string; due: boolean }>(
    'select id, purge_at <= now() as due from mailbox_lease where purge_at is not null order by purge_at',
  );

it('of a mailbox whose mail can not be deleted is told of and put off, and delays no other', async () => {
  const [broken, ...others] = await dueLeases(10);
  const accept = await refuseRows(leases.database, 'delete on email', `old.mailbox_id = ${broken?.mailboxId}`);
  const told: unknown[] = [];
  const { upkeep } = leases.replica();
  while (await upkeep.purge((error) => told.push(error)));
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(`${broken?.mailboxId}`) })]);
  expect(told[0]).toHaveProperty('cause.message', expect.stringContaining('invalid page in block 7'));
  expect(await left()).toEqual([{ id: broken?.id, due: false }]);
  const emails = await leases.rows('select mailbox_id from email where mailbox_id = any ($1)', [
    others.map(({ mailboxId }) => mailboxId),
  ]);
  expect(emails).toEqual([]);

  await accept();
  await leases.rows('update mailbox_lease set purge_at = now() where id = $1', [broken?.id]);
  while (await upkeep.purge((error) => told.push(error)));
  expect(told).toHaveLength(1);
  expect(await left()).toEqual([]);
});

it('goes on for all other leases where one can not be taken', async () => {
  const [broken, ...others] = await dueLeases(10);
  const accept = await refuseRows(leases.database, 'update on mailbox_lease', `old.id = '${broken?.id}'`);
  const told: unknown[] = [];
  const { upkeep } = leases.replica();
  while (await upkeep.purge((error) => told.push(error)));
  expect(told).not.toEqual([]);
  expect((await left()).map(({ id }) => id)).toEqual([broken?.id]);
  const emails = await leases.rows('select from email where mailbox_id = any ($1)', [
    others.map(({ mailboxId }) => mailboxId),
  ]);
  expect(emails).toEqual([]);
  await accept();
  while (await upkeep.purge(fail));
  expect(await left()).toEqual([]);
});

it('is not told of one by one while the database is away', async () => {
  await dueLeases(2);
  const { part } = leases.replica();
  const purges = part(MailboxPurge);
  const away = Object.assign(Object.create(purges) as MailboxPurge, {
    purge: () => Promise.reject(new DomainError('unavailable', 'The database is away.')),
  });
  const upkeep = new LeaseUpkeep(part(LeaseUpkeepRepository), away, part(WebhookRepository));
  const told: unknown[] = [];
  await expect(upkeep.purge((error) => told.push(error))).rejects.toThrow('away');
  expect(told).toEqual([]);
});
