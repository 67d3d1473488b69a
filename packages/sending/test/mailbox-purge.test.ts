import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MailKeyRepository, type Mailbox } from '@mailroom/mail';
import { buildEmails, fail, refuseRows } from '@mailroom/testing';
import { MailboxPurge } from '../src/index.js';
import { startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());

const ownerKey = {
  kind: 'owner',
  tokenId: null,
  fingerprint: 'ab'.repeat(20),
  keyIds: ['ab'.repeat(8)],
  publicKey: Buffer.from('public'),
  lockedPrivateKey: Buffer.from('locked'),
  webKeyHash: 'y'.repeat(32),
} as const;

async function left(mailboxId: number): Promise<unknown[]> {
  const rows = await sending.change('left', 'select id from email where mailbox_id = $1 order by id', [mailboxId]);
  return rows.map(({ id }) => id);
}

it('the keys of a mailbox go with its mail, and those of no other', async () => {
  const keys = sending.part(MailKeyRepository);
  const [gone, kept] = [await sending.mailbox('gone@a.test'), await sending.mailbox('kept@a.test')];
  const add = ({ id }: Mailbox) => sending.database.transaction((tx) => keys.insert(tx, id, ownerKey));
  await add(gone);
  await add(kept);
  await sending.part(MailboxPurge).purge(gone.id, 1, fail);
  expect(await keys.listOfMailbox(gone.id)).toEqual([]);
  expect(await keys.listOfMailbox(kept.id)).toMatchObject([{ fingerprint: ownerKey.fingerprint }]);
});

it('an email that can not be deleted is told of, and holds up no other of its mailbox', async () => {
  const { id: mailboxId } = await sending.mailbox('broken@a.test');
  const [, broken = 0] = await buildEmails(sending.database, mailboxId, 150);
  const accept = await refuseRows(sending.database, 'delete on email', `old.id = ${broken}`);
  const told: unknown[] = [];
  const purges = sending.part(MailboxPurge);
  expect(await purges.purge(mailboxId, 10, (error) => told.push(error))).toBe('held');
  expect(await left(mailboxId)).toEqual([broken]);
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(`${broken}`) })]);
  await accept();
  expect(await purges.purge(mailboxId, 10, fail)).toBe('done');
  expect(await left(mailboxId)).toEqual([]);
});

it('mail behind whole batches that can not be deleted goes as well', async () => {
  const { id: mailboxId } = await sending.mailbox('many@a.test');
  const ids = await buildEmails(sending.database, mailboxId, 250);
  const broken = ids.slice(0, 220);
  const accept = await refuseRows(sending.database, 'delete on email', `old.id = any ('{${broken.join(',')}}')`);
  const purges = sending.part(MailboxPurge);
  expect(await purges.purge(mailboxId, 1, () => {})).toBe('more');
  expect(await left(mailboxId)).toEqual(broken);
  expect(await purges.purge(mailboxId, 1, () => {})).toBe('held');
  await accept();
});
