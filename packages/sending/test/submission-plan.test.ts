import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { SendPolicy } from '@mailroom/send-policy';
import {
  AttachmentService,
  BodyRefService,
  HostedDomains,
  MailKeyService,
  RawMessageRepository,
  type Mailbox,
} from '@mailroom/mail';
import { RiskTallyRepository } from '@mailroom/send-policy';
import { SubmissionService } from '../src/index.js';
import { SubmissionAcceptance } from '../src/submission-acceptance.js';
import { SubmissionRepository } from '../src/submission.repository.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
/** One connection, so that what it prepared and counted can be asked. */
let database: Database;
let mailbox: Mailbox;
let submissions: SubmissionService;
beforeAll(async () => {
  sending = await startSending();
  mailbox = await sending.mailbox('agent@a.test');
  database = new Database({ url: sending.url, poolSize: 1 });
  const policy = sending.part(SendPolicy);
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
  await keepPlans();
  await ask(
    'fill',
    `with t as (insert into tenant (id, name, metered) select 'tnt_' || n, 'x', true from generate_series(1, 5000) n returning id),
       a as (insert into credit_account (tenant_id) select id from t),
       u as (insert into app_user (tenant_id) select id from t returning id, tenant_id),
       m as (insert into mailbox (tenant_id, user_id, address, domain)
         select tenant_id, id, 'agent@' || id || '.test', id || '.test' from u returning id, tenant_id),
       s as (insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id)
         select tenant_id, 'gone@far.test', 'bounce', id, 1 from m)
     insert into idempotency_key (mailbox_id, key, request_hash, email_id) select id, 'k', '', 1 from m`,
  );
  for (const table of ['tenant', 'credit_account', 'mailbox', 'suppression', 'idempotency_key', 'ledger_entry']) {
    await ask(`analyze-${table}`, `analyze ${table}`);
  }
});
afterAll(async () => {
  await database.close();
  await sending.close();
});

/** Without autovacuum: each of its analyses has the server plan anew, which reads the ends of an index. */
const keepPlans = () =>
  ask(
    'keep-plans',
    `do $$ declare owned record; begin
       for owned in select tablename from pg_tables where schemaname = 'public' loop
         execute format('alter table %I set (autovacuum_enabled = false)', owned.tablename);
       end loop;
     end $$`,
  );

const ask = (name: string, sql: string) => database.query<Record<string, unknown>>(statement(`test-${name}`, sql));

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it('finds whatever it asks for by a key, and locks no row but the account', async () => {
  await submissions.send(sending.principal, mailbox, requestOf({ to: ['far@example.org'] }));
  const [prepared] = await ask('text', `select statement from pg_prepared_statements where name = 'submission-insert'`);
  const text = `explain (generic_plan, format json) ${String(prepared?.statement)}`;
  const [explained] = await sending.database.use((client) =>
    client.$queryRawUnsafe<Record<'QUERY PLAN', { Plan: Plan }[]>[]>(text),
  );
  const nodes = (explained?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan));
  const read = nodes.filter((node) => node['Node Type'].includes('Scan') && node['Relation Name']);
  expect(
    read.map((node) => `${node['Node Type']} ${node['Relation Name']}`).filter((scan) => scan.startsWith('Seq')),
  ).toEqual([]);
  expect(read.map((node) => node['Relation Name'])).toEqual(
    expect.arrayContaining(['tenant', 'credit_account', 'mailbox', 'suppression']),
  );
  expect(nodes.filter((node) => node['Node Type'] === 'LockRows')).toHaveLength(1);
});

it('touches neither accounts nor the ledger for a tenant of the operator, nor for mail inside', async () => {
  const touched = `select relname, seq_scan + idx_scan as reads, n_tup_ins + n_tup_upd as writes from pg_stat_user_tables
    where relname in ('credit_account', 'ledger_entry') order by relname`;
  const counted = async () => {
    await ask('flush', 'select pg_stat_force_next_flush()');
    return ask('touched', touched);
  };
  const sendMany = async () => {
    for (let n = 0; n < 20; n += 1) {
      await submissions.send(sending.principal, mailbox, requestOf({ to: ['far@example.org', 'friend@a.test'] }));
    }
    return JSON.stringify(await counted());
  };
  // The planner of each connection looks at the ends of an index, until it has settled on one plan for all. A send that
  // read or wrote an account would never leave the counts as they were.
  const rounds: string[] = [await sendMany()];
  do rounds.push(await sendMany());
  while (rounds.at(-1) !== rounds.at(-2) && rounds.length < 8);
  expect(rounds.at(-1)).toBe(rounds.at(-2));
});
