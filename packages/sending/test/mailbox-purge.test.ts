import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MailKeyRepository, type Mailbox } from '@mailroom/mail';
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

it('the keys of a mailbox go with its mail, and those of no other', async () => {
  const keys = sending.part(MailKeyRepository);
  const [gone, kept] = [await sending.mailbox('gone@a.test'), await sending.mailbox('kept@a.test')];
  const add = ({ id }: Mailbox) => sending.database.transaction((tx) => keys.insert(tx, id, ownerKey));
  await add(gone);
  await add(kept);
  await sending.part(MailboxPurge).purge(gone.id, 1);
  expect(await keys.listOfMailbox(gone.id)).toEqual([]);
  expect(await keys.listOfMailbox(kept.id)).toMatchObject([{ fingerprint: ownerKey.fingerprint }]);
});
