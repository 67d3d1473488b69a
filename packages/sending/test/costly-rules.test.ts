import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import {
  AttachmentService,
  BodyRefService,
  HostedDomains,
  MailKeyService,
  type Mailbox,
  RawMessageRepository,
} from '@mailroom/mail';
import { RiskTallyRepository, SendPolicy, type SendRule } from '@mailroom/send-policy';
import { SubmissionService } from '../src/index.js';
import { SubmissionAcceptance } from '../src/submission-acceptance.js';
import { SubmissionRepository } from '../src/submission.repository.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

/** Lets each tenant write to three external recipients, and counts them in the name of its user. */
const allowance: SendRule<never> = {
  name: 'test-allowance',
  facts: () => `allowance as materialized (
    select coalesce(nullif(name, ''), '0')::int as used from app_user order by id limit 1 for update)`,
  objection: ({ externalCount }) => `select true from allowance where used + ${externalCount} > 3`,
  refusal: () => new DomainError('quota_exceeded', 'The allowance is used up.'),
  costs: ({ externalCount, addresses }, { accepted }) => `spent as (
    update app_user set name = (used + ${externalCount}) / case when 'dear@example.org' = any (${addresses}) then 0 else 1 end
    from allowance where exists (select from ${accepted}))`,
};

let sending: Sending;
let database: Database;
let mailbox: Mailbox;
let submissions: SubmissionService;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  database = new Database({ url: sending.url });
  const policy = new SendPolicy([allowance]);
  const repository = new SubmissionRepository(database, policy);
  submissions = new SubmissionService(
    new SubmissionAcceptance(database, policy, repository, sending.tasks, sending.part(RiskTallyRepository)),
    repository,
    sending.part(RawMessageRepository),
    sending.part(BodyRefService),
    sending.part(AttachmentService),
    sending.part(HostedDomains),
    sending.part(MailKeyService),
  );
});
afterAll(async () => {
  await database.close();
  await sending.close();
});

const send = (...to: string[]) => submissions.send(sending.principal, mailbox, requestOf({ to }));
const state = async () => {
  const [row] = await sending.change('state', `select name, (select count(*) from outbound_job) as jobs from app_user`);
  return row;
};

it('a rule writes what a mail costs in the commit that accepts it, or not at all', async () => {
  await send('far@example.org', 'friend@a.test');
  expect(await state()).toEqual({ name: '1', jobs: 1 });
  await expect(send('dear@example.org')).rejects.toThrow('division by zero');
  expect(await state()).toEqual({ name: '1', jobs: 1 });
});

it('a rule that locks what it counts on lets through no more than it should, however many come at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => send('far@example.org')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await state()).toEqual({ name: '3', jobs: 3 });
  await send('friend@a.test');
});
