import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { BlobDeletionRepository, BlobSweeper, type Mailbox } from '@mailroom/mail';
import { fail, until } from '@mailroom/testing';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const HOURS_5 = 5 * 3_600_000;
const TEXT = 'x'.repeat(20_000);

let sending: Sending;
let mailbox: Mailbox;
beforeEach(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
});
afterEach(() => sending.close());

const send = () =>
  sending.submissions.send(sending.principal, mailbox, requestOf({ to: ['far@example.org'], text: TEXT }));
const announced = () => sending.change('announced', 'select blob from blob_deletion');
const storedFiles = () => readdir(sending.directory);

/** What the janitor does so long after now. */
async function sweep(later = 0): Promise<void> {
  await sending.change('blobs-age', `update blob_deletion set due_at = due_at - make_interval(secs => $1)`, [
    later / 1_000,
  ]);
  const store = new FileBlobStore({ directory: sending.directory, now: () => Date.now() + later });
  await new BlobSweeper(sending.part(BlobDeletionRepository), store).sweep(fail);
  await store.close();
}

async function expectToBeKept(emailId: number): Promise<void> {
  await sweep(HOURS_5);
  expect(await announced()).toEqual([]);
  const raw = await sending.rawMessages.read((await sending.email(emailId)).rawId);
  expect(raw?.content.toString()).toContain('xxx');
}

describe('the content of a large message that is sent', () => {
  it('is removed where its commit failed', async () => {
    await sending.change(
      'failure',
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no job today'; end $$`,
    );
    await sending.change('trigger', `create trigger fail before insert on outbound_job execute function fail()`);
    await expect(send()).rejects.toThrow('no job today');
    expect(await storedFiles()).toHaveLength(1);
    await sweep(HOURS_5);
    expect(await storedFiles()).toEqual([]);
    expect(await announced()).toEqual([]);
  });

  it('is kept from its commit on', async () => {
    const { emailId } = await send();
    await expectToBeKept(emailId);
  });

  it('is left alone by a sweep that comes before its commit', async () => {
    let sent: ReturnType<typeof send> | undefined;
    await sending.database.transaction(async (tx) => {
      await tx.$executeRaw`lock table outbound_job in share mode`;
      sent = send();
      const waits = () => tx.$queryRaw<object[]>`
        select from pg_locks where not granted and relation = 'outbound_job'::regclass`;
      await until(async () => (await waits()).length > 0, { what: 'the commit to wait' });
      await sweep();
      expect(await storedFiles()).toHaveLength(1);
    });
    const emailId = (await sent)?.emailId ?? 0;
    await expectToBeKept(emailId);
  });
});
