import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { HostedClient } from './hosted-client.js';
import type { Answer, Mailroom } from './mailroom-fixture.js';
import { signIn } from './wallet-fixture.js';

export const LEASES = '/v2/mailboxes/leases';
export const PROOF = '/v2/payments/proof';

/** An agent that has signed in with a key made on the spot. */
export type Agent = { readonly tenantId: string; readonly agentId: string; readonly client: HostedClient };
type Place = Pick<Mailroom, 'baseUrl'>;

export async function newAgent({ baseUrl }: Place): Promise<Agent> {
  const account = privateKeyToAccount(generatePrivateKey());
  const sign = (message: string) => account.signMessage({ message });
  const session = await signIn(baseUrl, { address: account.address, sign });
  const client = new HostedClient(baseUrl, String(session.access_token));
  return { tenantId: String(session.tenant_id), agentId: String(session.agent_id), client };
}

export type Leased = {
  readonly lease_id: string;
  readonly mailbox_id: number;
  readonly account_id: number;
  readonly address: string;
  readonly webmail_password: string;
};

export async function lease({ client }: Pick<Agent, 'client'>, body: object = { ttl_hours: 2 }): Promise<Leased> {
  return (await client.data('POST', LEASES, body)) as Leased;
}

/** Changes the database behind the system's back. */
export async function behind<Row extends object>(
  { databaseUrl }: Pick<Mailroom, 'databaseUrl'>,
  name: string,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const database = new Database({ url: databaseUrl, poolSize: 1, applicationName: 'test' });
  try {
    return await database.query<Row>(statement(`test-${name}`, sql), values);
  } finally {
    await database.close();
  }
}

/** Gives a tenant credits. */
export const grant = (mailroom: Mailroom, { tenantId }: Pick<Agent, 'tenantId'>, credits: number) =>
  behind(
    mailroom,
    'lease-grant',
    `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
     values ($1, 'granted', 'available', $2, 'grant', gen_random_uuid()::text)`,
    [tenantId, credits],
  );

/** Sets the lease back, as if these hours had passed since it began. */
export const pass = (mailroom: Mailroom, { lease_id: id }: Leased, hours: number) =>
  behind(
    mailroom,
    'lease-pass',
    `with moved as (
       update mailbox_lease set expires_at = expires_at - make_interval(hours => $2), warn_at = warn_at - make_interval(hours => $2),
         released_at = released_at - make_interval(hours => $2), purge_at = purge_at - make_interval(hours => $2)
       where id = $1 returning mailbox_id)
     update mailbox m set leased_until = leased_until - make_interval(hours => $2) from moved where m.id = moved.mailbox_id`,
    [id, hours],
  );

export const messagesOf = (mailbox: Leased, parameters = '') =>
  `/v2/messages?mailbox_id=${mailbox.mailbox_id}${parameters}`;

/** Waits for a message with this subject. */
export async function arrivedIn({ client }: Pick<Agent, 'client'>, mailbox: Leased, subject: string) {
  let found: Answer['body'];
  const isThere = async () => {
    const { items } = await client.data('GET', messagesOf(mailbox, '&limit=100'));
    found = items.find((item: { subject: string }) => item.subject === subject);
    return found !== undefined;
  };
  await until(isThere, { what: `the message "${subject}"` });
  return found;
}
