import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fail } from '@mailroom/testing';
import type { Mailbox } from '@mailroom/mail';
import { OutboundJobRepository, type OutboundJob } from '../src/outbound-job.repository.js';
import { OutboundOutcomeRepository } from '../src/outbound-outcome.repository.js';
import type { RecipientOutcome } from '../src/outbound-status.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

const domains = ['a@a.example', 'b@b.example', 'c@c.example', 'd@d.example'];

let sending: Sending;
let mailbox: Mailbox;
let outcomes: OutboundOutcomeRepository;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  outcomes = new OutboundOutcomeRepository(sending.database);
});
afterAll(() => sending.close());

async function taken(): Promise<OutboundJob> {
  const { emailId } = await sending.submissions.send(sending.principal, mailbox, requestOf({ to: domains }));
  const jobs = await new OutboundJobRepository(sending.database).claim(100, fail);
  const job = jobs.find((candidate) => candidate.emailId === emailId);
  if (!job) throw new Error('The job was just made and is not due.');
  return job;
}

const recipientsOf = ({ id }: OutboundJob) =>
  sending.change(
    'recipients',
    `select status, data_started_at is not null as marked from outbound_recipient where job_id = $1 order by position`,
    [id],
  );

describe('a message to several domains', () => {
  it('may come to its final dot at all of them at once, and each of them hears it', async () => {
    const job = await taken();
    const marks = job.recipients.map(({ position }) => outcomes.markDataStarted(job, [position]));
    expect(await Promise.all(marks)).toHaveLength(domains.length);
    expect((await recipientsOf(job)).map(({ marked }) => marked)).toEqual([true, true, true, true]);
    const stranger = { ...job, leaseToken: '00000000-0000-4000-8000-000000000000' };
    const both = [outcomes.markDataStarted(stranger, [0]), outcomes.markDataStarted(job, [1])];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  type Told = readonly [outcome: RecipientOutcome, retrySeconds: number | null];
  const sent: Told = [{ position: 1, status: 'sent', smtpReply: '250 ok' }, null];
  const brokenOff: Told = [{ position: 2, status: 'retry', smtpReply: 'The server stopped.' }, 0];

  it.each<[string, readonly Told[]]>([
    ['before', [sent, brokenOff]],
    ['after', [brokenOff, sent]],
  ])('is tried again where our stop breaks it off, also if another domain is settled just %s', async (_, told) => {
    const job = await taken();
    const first: Told = [{ position: 0, status: 'sent', smtpReply: '250 ok' }, null];
    await Promise.all([first, ...told].map(([outcome, seconds]) => outcomes.recordSome(job, [outcome], seconds)));
    const statuses = (await recipientsOf(job)).map(({ status }) => status);
    expect(statuses).toEqual(['sent', 'sent', 'retry', 'queued']);
  });
});
