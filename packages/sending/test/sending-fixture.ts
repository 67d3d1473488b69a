import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import type { Principal } from '@mailroom/identity';
import {
  BodyRefService,
  EmailRepository,
  MailboxRepository,
  RawMessageRepository,
  type Email,
  type Mailbox,
} from '@mailroom/mail';
import { defaultSendLimits, SendLimits, SuppressionService } from '@mailroom/send-policy';
import { buildMailbox, buildTenant, createTestDatabase } from '@mailroom/testing';
import { TaskService } from '@mailroom/tasks';
import { hashRequest, JobAdministration, SendingModule, SubmissionService, type SendRequest } from '../src/index.js';

export const base = { id: 'token:1', name: '', scopes: ['read', 'send'], expiresAt: null } as const;

/** A request as the API makes it from a body. */
export function requestOf(body: Omit<Partial<SendRequest>, 'requestHash'>): SendRequest {
  const { idempotencyKey: _key, ...rest } = body;
  const inBase64 = body.attachments?.map((one) => ({ ...one, content: one.content?.toString('base64') }));
  const hashed = { ...rest, attachments: inBase64 };
  return { to: [], text: 'hello', ...body, requestHash: hashRequest('send', hashed) };
}

/** Starts everything that sending needs, on its own database. */
export async function startSending({ limits = defaultSendLimits } = {}) {
  const test = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-sending-'));
  const database = new Database({ url: test.url, poolSize: 20 });
  const blobs = new FileBlobStore({ directory });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: blobs },
    { provide: SendLimits, useValue: limits },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, SendingModule] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  const part = <T>(type: new (...parts: never[]) => T): T => app.get(type, { strict: false });
  const mailboxes = part(MailboxRepository);
  await buildTenant(database, 'tnt_a', 'a.test');
  return {
    url: test.url,
    directory,
    database,
    blobs,
    submissions: part(SubmissionService),
    part,
    administration: part(JobAdministration),
    suppressions: part(SuppressionService),
    tasks: part(TaskService),
    bodyRefs: part(BodyRefService),
    mailboxes,
    emails: part(EmailRepository),
    rawMessages: part(RawMessageRepository),
    principal: { ...base, level: 'manager', tenantId: 'tnt_a', mailboxId: null } satisfies Principal,
    mailbox: async (address: string): Promise<Mailbox> =>
      found(await mailboxes.find(await buildMailbox(database, 'tnt_a', address))),
    change: (name: string, sql: string, values: unknown[] = []) =>
      database.query<Record<string, unknown>>(statement(`test-${name}`, sql), values),
    email: async (id: number): Promise<Email> => found(await part(EmailRepository).find(id, null)),
    close: async () => {
      await app.close();
      await blobs.close();
      await database.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Sending = Awaited<ReturnType<typeof startSending>>;

function found<T>(value: T | null): T {
  if (value === null) throw new Error('It was just made and is not there.');
  return value;
}
