import { createHash, randomBytes } from 'node:crypto';
import { Database, statement } from '@mailroom/database';
import { createTokenText } from '@mailroom/identity';
import { createTestDatabase, until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import type { Installation } from './installation.js';

/** What a test reads from an answer; the test's own type says what it expects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are JSON, and the assertions are their types
export type Answer = { status: number; body: any; headers: Headers };

/** The API as a client sees it, with one token. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string,
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/agent/v1${path}`, {
      method,
      headers: {
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await bodyOf(response), headers: response.headers };
  }

  /** The data of a call that must succeed. */
  async data(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const { status, body: answer } = await this.call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }
}

/** A stream does not end by itself, so this reports only that it began. */
async function bodyOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json();
  await response.body?.cancel();
  return { ok: true, code: response.status, requestId: response.headers.get('x-request-id') };
}

export type Mailroom = Omit<Installation, 'managerToken'> & {
  readonly databaseUrl: string;
  readonly manager: ApiClient;
  /** A new mailbox with a token of both scopes. */
  mailbox(name?: string): Promise<{ id: number; address: string; api: ApiClient }>;
  /** A manager of another tenant. */
  stranger(): Promise<ApiClient>;
  /** Delivers by SMTP with a client that is not ours. */
  send(mail: object): Promise<void>;
  /** Waits for the newest received email with this subject. */
  received(api: ApiClient, subject: string): Promise<Answer['body']>;
  close(): Promise<void>;
};

let mailboxes = 0;

const insertStranger = statement(
  'fixture-stranger',
  `with t as (insert into tenant (id, name) values ($1, 'stranger') returning id)
   insert into access_token (tenant_id, level, scopes, token_hash)
   select id, 'manager', array['read', 'send'], $2 from t`,
);

/** The token of a manager with a tenant of its own. */
async function strangerToken(url: string): Promise<string> {
  const database = new Database({ url, poolSize: 1 });
  const text = createTokenText('mrm_');
  const hash = createHash('sha256').update(text).digest();
  await database.query(insertStranger, [`tnt_${randomBytes(8).toString('hex')}`, hash]);
  await database.close();
  return text;
}

/** The form in which the whole system runs; the Jest project sets it (see `jest.config.mjs`). */
async function start(env: Record<string, string>): Promise<Installation> {
  if (Reflect.get(globalThis, 'mailroomForm') === 'separate') {
    return (await import('./separate-form.js')).startSeparateForm(env);
  }
  return (await import('./standalone-form.js')).startStandaloneForm(env);
}

/** The whole system on a database of its own: in one process, or each app in two processes of its own. */
export async function startMailroom(env: Record<string, string> = {}): Promise<Mailroom> {
  const database = await createTestDatabase();
  const { managerToken, ...installation } = await start({ DATABASE_URL: database.url, ...env });
  const { baseUrl, smtpPort } = installation;
  const manager = new ApiClient(baseUrl, managerToken);
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    tls: { rejectUnauthorized: false },
  });
  return {
    ...installation,
    databaseUrl: database.url,
    manager,
    mailbox: async (name = `agent${(mailboxes += 1)}`) => {
      const { mailbox, token } = await manager.data('POST', '/mailboxes', { email: `${name}@mailroom.test` });
      return { id: mailbox.id, address: mailbox.email, api: new ApiClient(baseUrl, token.token) };
    },
    stranger: async () => new ApiClient(baseUrl, await strangerToken(database.url)),
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    received: async (api, subject) => {
      let found: Answer['body'];
      await until(
        async () => {
          const { items } = await api.data('GET', '/emails?size=50');
          found = items.find((item: { subject: string }) => item.subject === subject);
          return found !== undefined;
        },
        { what: `the email "${subject}"` },
      );
      return found;
    },
    close: async () => {
      transport.close();
      await installation.close();
      await database.drop();
    },
  };
}
