import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { DraftService } from '@mailroom/mail';
import { fail } from '@mailroom/testing';
import { DraftSending, MailboxPurge } from '../src/index.js';
import { base, startSending } from './sending-fixture.js';

let sending: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());

const written = { to: ['ada@example.org'], cc: [], bcc: [], subject: 'x', text: 'y', html: null, inReplyTo: null };
const large = {
  filename: 'large.bin',
  mimeType: 'application/octet-stream',
  disposition: 'attachment',
  contentId: null,
  content: Buffer.alloc(50_000, 'x'),
} as const;

async function draftIn(name: string) {
  const mailbox = await sending.mailbox(`${name}@a.test`);
  const principal = { ...base, level: 'mailbox', tenantId: mailbox.tenantId, mailboxId: mailbox.id } as const;
  const drafts = sending.part(DraftService);
  const { draft } = await drafts.create(principal, mailbox, written);
  return { mailbox, principal, drafts, draft };
}

/** The blobs that are to be deleted, and which raw messages of attachments there are. */
async function left() {
  const sql = `select (select count(*)::int from blob_deletion where due_at <= now()) as blobs,
    (select count(*)::int from raw_message r join draft_attachment a on a.raw_id = r.id) as held,
    (select count(*)::int from draft_attachment) as files, (select count(*)::int from draft) as drafts`;
  const [row] = await sending.database.query<{ blobs: number; held: number; files: number; drafts: number }>(
    statement('test-drafts-left', sql),
  );
  if (!row) throw new Error('A count has a row.');
  return row;
}

describe('the bytes of an attachment', () => {
  it('go with the draft, whether it is deleted, sent, or its mailbox purged', async () => {
    const ends = [
      async ({ drafts, principal, draft }: Awaited<ReturnType<typeof draftIn>>) =>
        drafts.delete(principal, draft.id, null),
      async ({ principal, draft }: Awaited<ReturnType<typeof draftIn>>) => {
        await sending.part(DraftSending).send(principal, draft.id, null);
      },
      async ({ mailbox }: Awaited<ReturnType<typeof draftIn>>) => {
        await sending.part(MailboxPurge).purge(mailbox.id, 1, fail);
      },
    ];
    for (const [index, end] of ends.entries()) {
      const before = await left();
      const begun = await draftIn(`end${index}`);
      await begun.drafts.attach(begun.principal, begun.draft.id, large);
      await end(begun);
      expect(await left()).toEqual({ ...before, blobs: before.blobs + 1 });
    }
  });

  it('stay where the sending fails after the draft was removed in its transaction', async () => {
    const { principal, drafts, draft } = await draftIn('fails');
    await drafts.attach(principal, draft.id, large);
    const before = await left();
    const removal = drafts.removeAsSent.bind(drafts);
    drafts.removeAsSent = async (tx, removed) => {
      await removal(tx, removed);
      throw new Error('The connection is lost here.');
    };
    await expect(sending.part(DraftSending).send(principal, draft.id, null)).rejects.toThrow('is lost here');
    drafts.removeAsSent = removal;
    expect(await left()).toMatchObject({ held: before.held, files: before.files, drafts: before.drafts });
    const first = await sending.part(DraftSending).send(principal, draft.id, null);
    expect((await sending.part(DraftSending).send(principal, draft.id, null)).emailId).toBe(first.emailId);
  });
});
