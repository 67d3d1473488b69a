import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Database } from '@mailroom/database';
import { EmailRepository, MailboxRepository, RawMessageRepository, RecipientDirectory } from '@mailroom/mail';
import { Outbox, PostgresEventBus } from '@mailroom/messaging';
import { until } from '@mailroom/testing';
import { DkimKeyService, OutboundOptions, OutboundWorker, RelayTransport, type MailTransport } from '../src/index.js';
import { DkimKeyRepository } from '../src/dkim/dkim-key.repository.js';
import { JobPreparation } from '../src/job-preparation.js';
import { OutboundJobRepository } from '../src/outbound-job.repository.js';
import { OutboundOutcomeRepository } from '../src/outbound-outcome.repository.js';
import { OutgoingContent } from '../src/outgoing-content.js';
import { ReportRepository } from '../src/report.repository.js';
import { ReportService } from '../src/report.service.js';
import { SuppressionRepository } from '@mailroom/send-policy';
import { startHop, type NextHopScript, type ScriptedHop } from './next-hop.js';
import { requestOf, startSending } from './sending-fixture.js';

const workerProgram = fileURLToPath(new URL('./outbound-process.mjs', import.meta.url));

export const urlOf = (hop: ScriptedHop) => `smtp://127.0.0.1:${hop.port}`;
export const relayTo = (hop: ScriptedHop) => new RelayTransport(urlOf(hop), 'mail.mailroom.test');

type Job = { readonly id: number; readonly status: string; readonly attempts: number; readonly dueIn: number };

/** Starts sending, with workers and next hops that end with each test. */
export async function startOutbound() {
  const sending = await startSending();
  const mailbox = await sending.mailbox('agent@a.test');
  const { change } = sending;
  const cleanUp: (() => Promise<unknown>)[] = [];

  const jobOf = async (emailId: number): Promise<Job> => {
    const [job] = await change(
      'job',
      `select id, status, attempts, extract(epoch from next_attempt_at - now())::float8 as "dueIn"
       from outbound_job where email_id = $1`,
      [emailId],
    );
    return job as Job;
  };
  const { database } = sending;
  const reports = new ReportService(
    database,
    new EmailRepository(database),
    new ReportRepository(),
    new SuppressionRepository(database),
    new Outbox(),
  );
  return {
    sending,
    mailbox,
    reports,
    cleanUp,
    jobOf,
    afterEach: async () => {
      for (const clean of cleanUp.splice(0).reverse()) await clean();
      await change('settle', `update outbound_job set status = 'sent' where status not in ('sent', 'failed')`);
    },
    hopOf: async (script: NextHopScript = {}): Promise<ScriptedHop> => {
      const hop = await startHop(script);
      cleanUp.push(() => hop.close());
      return hop;
    },
    /** Starts a worker in this process. */
    startWorker: async (transport: MailTransport, database = sending.database, errors: unknown[] = []) => {
      const worker = workerOf(database, sending.blobs, transport, errors);
      await worker.start();
      cleanUp.push(worker.close);
      return worker;
    },
    /** Starts a worker that can be killed. */
    spawnWorker: (relayUrl: string, env: Record<string, string> = {}) => {
      const database = { DATABASE_URL: sending.url, BLOB_DIRECTORY: sending.directory };
      const worker = spawnWorker({ ...database, RELAY_URL: relayUrl, ...env });
      cleanUp.push(worker.kill);
      return worker;
    },
    send: async (...to: string[]): Promise<number> => {
      const request = requestOf({ to: to.length > 0 ? to : ['far@example.org'], subject: 'hi' });
      return (await sending.submissions.send(sending.principal, mailbox, request)).emailId;
    },
    recipientsOf: (emailId: number) =>
      change(
        'recipients',
        `select r.status, r.data_started_at is not null as marked
         from outbound_recipient r join outbound_job j on j.id = r.job_id where j.email_id = $1 order by r.position`,
        [emailId],
      ),
    eventsOf: async (emailId: number) => {
      const events = await change(
        'events',
        `select type from outbox_event
         where (payload->>'emailId')::bigint = $1 and type <> 'outbound.queued' order by created_at`,
        [emailId],
      );
      return events.map(({ type }) => type);
    },
    endLease: (emailId: number) =>
      change(
        'end-lease',
        `update outbound_job set lease_expires_at = now() where email_id = $1 and status = 'sending'`,
        [emailId],
      ),
    makeDue: (emailId: number) =>
      change('due', `update outbound_job set next_attempt_at = now() where email_id = $1 and status = 'retry'`, [
        emailId,
      ]),
    reaches: (emailId: number, status: string) => until(async () => (await jobOf(emailId)).status === status),
  };
}

export type OutboundTest = Awaited<ReturnType<typeof startOutbound>>;

type Blobs = ConstructorParameters<typeof RawMessageRepository>[1];

function workerOf(database: Database, blobs: Blobs, transport: MailTransport, errors: unknown[]) {
  const bus = new PostgresEventBus(database);
  const rawMessages = new RawMessageRepository(database, blobs);
  const options = new OutboundOptions(10, (error) => errors.push(error));
  const worker = new OutboundWorker(
    new OutboundJobRepository(database),
    new OutboundOutcomeRepository(database),
    new JobPreparation(new RecipientDirectory(new MailboxRepository(database)), rawMessages),
    new OutgoingContent(rawMessages, new DkimKeyService(new DkimKeyRepository(database)), transport, options),
    transport,
    bus,
    options,
  );
  let closing: Promise<void> | undefined;
  return {
    start: () => worker.start(),
    close: () => (closing ??= worker.close().then(() => bus.close())),
  };
}

function spawnWorker(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [workerProgram], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    /** Null while it is running. */
    exitCode: () => child.exitCode,
  };
}
