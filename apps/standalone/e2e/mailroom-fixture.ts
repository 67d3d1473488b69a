import { createHash, randomBytes } from 'node:crypto';
import { Database, statement } from '@mailroom/database';
import { createTokenText, DEFAULT_TENANT_ID } from '@mailroom/identity';
import {
  createTestDatabase,
  joinInstallation,
  startSeparateInstallation,
  until,
  type AppName,
  type Installation,
  type OwnInstallation,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient, type Answer } from './api-client.js';
import { form } from './form.js';

export { ApiClient, type Answer } from './api-client.js';

/** The whole system, as one tenant meets it. */
export type Mailroom = Installation & {
  readonly tenantId: string;
  /** A domain of the tenant. */
  readonly domain: string;
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

export type OwnMailroom = Mailroom & Pick<OwnInstallation, 'output'> & { readonly managerTokenFile: string };

/**
 * The system that this Jest worker's suites share, with a tenant and a domain for this suite alone. A suite that brings
 * settings of its own, or that counts, stops or changes what is everybody's, has one of its own (`startOwnMailroom`).
 */
export async function startMailroom(): Promise<Mailroom> {
  const installation = await joinInstallation(form);
  const tenant = await newTenant(installation.databaseUrl, `${randomBytes(8).toString('hex')}.test`);
  return meet({ ...installation, close: async () => {} }, tenant);
}

/** What of the separate form a suite needs; `standalone` runs everything. */
export type OwnSystem = {
  /** The number of processes of each app. A suite that is about replicas may also join the shared system. */
  readonly replicas?: number;
  /** The apps that the suite needs; each that is left out saves the start of a process. */
  readonly apps?: readonly AppName[];
};

/** The system on a database of its own, as its first tenant meets it. */
export async function startOwnMailroom(env: Record<string, string> = {}, system: OwnSystem = {}): Promise<OwnMailroom> {
  const { DATABASE_URL: given, ...others } = env;
  const database = given === undefined ? await createTestDatabase() : { url: given, drop: async () => {} };
  const { managerTokenFile, ...installation } = await startOwn(database.url, others, system);
  const token = await managerToken(database.url, DEFAULT_TENANT_ID);
  const close = async () => {
    await installation.close();
    await database.drop();
  };
  const tenant = { token, domain: 'mailroom.test', tenantId: DEFAULT_TENANT_ID };
  return { ...meet({ ...installation, close }, tenant), output: installation.output, managerTokenFile };
}

async function startOwn(databaseUrl: string, env: Record<string, string>, { replicas = 1, apps }: OwnSystem) {
  if (form === 'standalone') return (await import('./standalone-form.js')).startStandaloneForm(databaseUrl, env);
  return { ...(await startSeparateInstallation(databaseUrl, { replicas, apps, env })), managerTokenFile: '' };
}

type Tenant = { readonly token: string; readonly domain: string; readonly tenantId: string };

function meet(installation: Omit<OwnInstallation, 'output'>, { token, domain, tenantId }: Tenant): Mailroom {
  const { baseUrl, smtpPort, databaseUrl } = installation;
  const manager = new ApiClient(baseUrl, token);
  const smtp = { host: '127.0.0.1', port: smtpPort, tls: { rejectUnauthorized: false } };
  const transport = nodemailer.createTransport(smtp);
  let mailboxes = 0;
  return {
    ...installation,
    tenantId,
    domain,
    manager,
    mailbox: async (name = `agent${(mailboxes += 1)}`) => {
      const made = await manager.data('POST', '/mailboxes', { email: `${name}@${domain}` });
      return { id: made.mailbox.id, address: made.mailbox.email, api: new ApiClient(baseUrl, made.token.token) };
    },
    stranger: async () => new ApiClient(baseUrl, (await newTenant(databaseUrl, null)).token),
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    received: (api, subject) => received(api, subject),
    close: async () => {
      transport.close();
      await installation.close();
    },
  };
}

async function received(api: ApiClient, subject: string): Promise<Answer['body']> {
  let found: Answer['body'];
  const isThere = async () => {
    const { items } = await api.data('GET', '/emails?size=50');
    found = items.find((item: { subject: string }) => item.subject === subject);
    return found !== undefined;
  };
  await until(isThere, { what: `the email "${subject}"` });
  return found;
}

const insertTenant = statement(
  'fixture-tenant',
  `with t as (insert into tenant (id, name) values ($1, 'a suite') returning id)
   insert into mail_domain (name, tenant_id) select $2::text, id from t where $2::text is not null`,
);
const insertToken = statement(
  'fixture-token',
  `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
);

/** A tenant, perhaps with a domain of its own, and the token of its manager. */
async function newTenant<Domain extends string | null>(databaseUrl: string, domain: Domain) {
  const id = `tnt_${randomBytes(8).toString('hex')}`;
  await write(databaseUrl, (database) => database.query(insertTenant, [id, domain]));
  return { token: await managerToken(databaseUrl, id), domain, tenantId: id };
}

async function managerToken(databaseUrl: string, tenantId: string): Promise<string> {
  const text = createTokenText('mrm_');
  const hash = createHash('sha256').update(text).digest();
  await write(databaseUrl, (database) => database.query(insertToken, [tenantId, hash]));
  return text;
}

async function write(url: string, change: (database: Database) => Promise<unknown>): Promise<void> {
  const database = new Database({ url, poolSize: 1, applicationName: 'test' });
  try {
    await change(database);
  } finally {
    await database.close();
  }
}
