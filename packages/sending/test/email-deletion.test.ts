import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BlobMissingError, FileBlobStore } from '@mailroom/blobs';
import { Snapshot } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { BlobDeletionRepository, BlobSweeper, type Mailbox } from '@mailroom/mail';
import { fail } from '@mailroom/testing';
import { EmailDeletionRepository } from '../src/deletion/email-deletion.repository.js';
import { EmailDeletionService, EmailRetention } from '../src/index.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const HOURS_2 = 7_200_000;

let sending: Sending;
let mailbox: Mailbox;
let deletions: EmailDeletionService;
let sweeper: BlobSweeper;
let blobs: FileBlobStore;
let now = Date.now();
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  deletions = sending.part(EmailDeletionService);
  blobs = new FileBlobStore({ directory: sending.directory, now: () => now });
  sweeper = new BlobSweeper(new BlobDeletionRepository(sending.database), blobs);
});
afterAll(async () => {
  await blobs.close();
  await sending.close();
});

/** Creates received emails of one raw message, each with everything that an email can have. */
async function receive(copies: number, options: { blob?: string | undefined; days?: number } = {}): Promise<number[]> {
  const rows = await sending.change(
    'receive',
    `with raw as (
       insert into raw_message (id, content, blob, size)
       select $2::uuid, case when $3::text is null then 'x'::bytea end, $3, 1 returning id),
     content as (insert into message_content (raw_id, plain_text, html, reference_ids) select id, 't', 'h', '{}' from raw),
     email as (
       insert into email (mailbox_id, direction, status, unread, raw_id, labels, ready_at, created_at)
       select $1, 0, 'received', true, id, array['l'], now(), now() - make_interval(days => $5)
       from raw, generate_series(1, $4::int) returning *),
     label as (insert into email_label select mailbox_id, 'l', direction, id from email),
     file as (
       insert into attachment (email_id, mailbox_id, position, mime_type, size, key, part_offset, part_length, encoding)
       select id, mailbox_id, 0, 'text/plain', 1, 'k', 0, 1, '7bit' from email),
     task as (insert into email_task (email_id, mailbox_id, seq, ready) select id, mailbox_id, id, true from email)
     select id from email order by id`,
    [mailbox.id, uuidv7(), options.blob ?? null, copies, options.days ?? 0],
  );
  return rows.map(({ id }) => Number(id));
}

/** Counts the rows of all kinds that are left. */
async function left(): Promise<Record<string, unknown> | undefined> {
  const tables = ['email', 'raw_message', 'message_content', 'email_label', 'attachment', 'email_task', 'outbound_job'];
  const [counts] = await sending.change(
    'left',
    `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  );
  return counts;
}

const nothing = {
  email: 0,
  raw_message: 0,
  message_content: 0,
  email_label: 0,
  attachment: 0,
  email_task: 0,
  outbound_job: 0,
};

const remove = (id = 0) => deletions.delete(sending.principal, id);

describe('deleting an email', () => {
  it('leaves the message to the others that hold it, and takes it with the last', async () => {
    const [first, second] = await receive(2);
    await remove(first);
    expect(await left()).toMatchObject({ email: 1, raw_message: 1, message_content: 1, attachment: 1, email_task: 1 });
    await expect(remove(first)).rejects.toMatchObject({ code: 'not_found' });
    await remove(second);
    expect(await left()).toEqual(nothing);
  });

  it('leaves the message to one that still waits for its parser', async () => {
    const [first, waiting = 0] = await receive(2);
    const setReady = (at: string) =>
      sending.change(`ready-${at}`, `update email set ready_at = ${at} where id = $1`, [waiting]);
    await setReady('null');
    await remove(first);
    expect(await left()).toMatchObject({ email: 1, raw_message: 1 });
    await expect(remove(waiting)).rejects.toMatchObject({ code: 'not_found' });
    await setReady('now()');
    await remove(waiting);
    expect(await left()).toEqual(nothing);
  });

  it('of all that hold a message at the same moment leaves nothing behind', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all((await receive(8)).map(remove));
      expect(await left()).toEqual(nothing);
    }
  });

  it('by ten callers at once succeeds for one of them', async () => {
    const [id] = await receive(1);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const failure of failures) expect(failure).toMatchObject({ code: 'not_found' });
  });

  it('is refused while the email may still be sent, and takes its job along afterwards', async () => {
    const body = requestOf({ to: ['far@example.org'], idempotencyKey: 'once' });
    const { emailId } = await sending.submissions.send(sending.principal, mailbox, body);
    for (const status of ['queued', 'sending', 'retry', 'unknown']) {
      await sending.change('job-status', 'update outbound_job set status = $2 where email_id = $1', [emailId, status]);
      await expect(remove(emailId)).rejects.toMatchObject({ code: 'delivery_in_progress' });
    }
    await sending.change('job-status', 'update outbound_job set status = $2 where email_id = $1', [emailId, 'failed']);
    await remove(emailId);
    expect(await left()).toEqual(nothing);
    // The key is still in force: nothing is sent a second time.
    expect(await sending.submissions.send(sending.principal, mailbox, body)).toEqual({ emailId, replayed: true });
  });

  it('is for managers', async () => {
    const [id = 0] = await receive(1);
    const reader = { ...sending.principal, level: 'mailbox' as const, mailboxId: mailbox.id };
    await expect(deletions.delete(reader, id)).rejects.toMatchObject({ code: 'insufficient_scope' });
    const stranger = { ...sending.principal, tenantId: 'tnt_b' };
    await expect(deletions.delete(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await remove(id);
  });
});

describe('the blobs of deleted emails', () => {
  const put = async (text: string) => (await blobs.putAll([Buffer.from(text)]))[0];
  /** By then, nothing is written to a segment any more. */
  const sweepLater = () => {
    now += HOURS_2;
    return sweeper.sweep(fail);
  };
  const waiting = () => sending.change('blobs-waiting', 'select blob from blob_deletion');
  const makeDue = () => sending.change('blobs-due', 'update blob_deletion set due_at = now()');

  it('are removed once nothing beside them is held, and not before', async () => {
    const [one, two] = [await put('one'), await put('two')];
    const [first] = await receive(1, { blob: one });
    const [second] = await receive(1, { blob: two });
    await remove(first);
    await sweepLater();
    expect((await blobs.get(two ?? '')).toString()).toBe('two');
    await remove(second);
    await sweepLater();
    await expect(blobs.get(two ?? '')).rejects.toBeInstanceOf(BlobMissingError);
    expect(await waiting()).toEqual([]);
    await sweepLater();
  });

  it('wait where a process was lost before it came to them, or where it is too early', async () => {
    const blob = await put('lost');
    await remove((await receive(1, { blob }))[0]);
    // A process that dies has claimed it.
    expect(await new BlobDeletionRepository(sending.database).claim(10)).toEqual([blob]);
    expect(await sweeper.sweep(fail)).toBe(false);
    expect(await waiting()).toEqual([{ blob }]);
    await makeDue();
    // This is a segment that is still being written to.
    await sweeper.sweep(fail);
    expect(await waiting()).toEqual([{ blob }]);
    await makeDue();
    await sweepLater();
    expect(await waiting()).toEqual([]);
  });

  it('stay while a snapshot is read whose rows may name them', async () => {
    const blob = await put('in the snapshot');
    const [id] = await receive(1, { blob });
    const snapshot = await Snapshot.open(sending.url);
    await remove(id);
    await sweepLater();
    expect((await blobs.get(blob ?? '')).toString()).toBe('in the snapshot');
    // Claimed before, and looked at during the snapshot.
    await snapshot.close();
    const claiming = new BlobDeletionRepository(sending.database);
    expect(await claiming.claim(10)).toEqual([blob]);
    const later = await Snapshot.open(sending.url);
    expect(await claiming.findHolders('file:none:')).toEqual({ held: false, isNeeded: true });
    await later.close();
    await makeDue();
    await sweepLater();
    expect(await waiting()).toEqual([]);
  });

  it('go where a submission was refused after its message had been stored', async () => {
    await sending.change('suspend', `update tenant set status = 'suspended'`);
    const attachments = [{ filename: 'big.bin', content: Buffer.alloc(200_000, 'abc') }];
    const request = requestOf({ to: ['far@example.org'], attachments });
    const refused = sending.submissions.send(sending.principal, mailbox, request);
    await expect(refused).rejects.toMatchObject({ code: 'policy_suspended' });
    await sending.change('resume', `update tenant set status = 'active'`);
    const [{ blob: segment } = {}] = await waiting();
    const path = join(sending.directory, `${String(segment).split(':')[1]}.segment`);
    expect((await stat(path)).size).toBeGreaterThan(200_000);
    await makeDue();
    await sweepLater();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('are no blobs where the transaction failed', async () => {
    const blob = await put('kept');
    const [id = 0] = await receive(1, { blob });
    const repository = new EmailDeletionRepository(sending.database, new BlobDeletionRepository(sending.database));
    const failing = sending.database.transaction(async (tx) => {
      await repository.remove(tx, [{ id, mailboxId: mailbox.id }], 'wait');
      throw new Error('crash');
    });
    await expect(failing).rejects.toThrow('crash');
    expect(await waiting()).toEqual([]);
    await sweepLater();
    expect((await blobs.get(blob ?? '')).toString()).toBe('kept');
    await remove(id);
  });
});

describe('retention', () => {
  /** Runs one round of one replica. */
  const run = async (retention = new EmailRetention(sending.database, sending.part(EmailDeletionRepository))) => {
    for (let batch = 0; batch < 50; batch += 1) if (!(await retention.deleteOlderThan(30, fail))) return;
    throw new Error('It does not end.');
  };

  it('deletes what is older, by several replicas at once, and nothing else', async () => {
    for (let mail = 0; mail < 130; mail += 1) await receive(2, { days: 31 });
    const kept = await receive(2, { days: 29 });
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await left()).toMatchObject({ email: 2, email_task: 2, raw_message: 1, message_content: 1 });
    await Promise.all(kept.map(remove));
  });

  it('leaves what an agent works on until its lease has ended, and what may still be sent', async () => {
    const [leased, free] = await receive(2, { days: 31 });
    const lease = (seconds: number) =>
      sending.change(
        'lease',
        `update email_task set lease_expires_at = now() + make_interval(secs => $2) where email_id = $1`,
        [leased, seconds],
      );
    const { emailId } = await sending.submissions.send(
      sending.principal,
      mailbox,
      requestOf({ to: ['f@example.org'] }),
    );
    await sending.change('age', `update email set created_at = now() - interval '31 days' where id = $1`, [emailId]);
    await lease(300);
    await run();
    const ids = async () => (await sending.change('ids', 'select id from email order by id')).map(({ id }) => id);
    expect(await ids()).toEqual([leased, emailId]);
    expect(await ids()).not.toContain(free);
    await lease(-1);
    await sending.change('done', `update outbound_job set status = 'sent'`);
    await run();
    expect(await left()).toEqual(nothing);
  });
});
