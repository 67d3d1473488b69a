import { Client } from 'pg';

export type PostgresAddress = { readonly port: number; readonly password: string };

/**
 * Connects as the superuser to the maintenance database of an embedded Postgres. It ignores environment variables meant
 * for other servers (PGSSLMODE, …). Errors of an idle connection surface in its `end` event.
 */
export async function openClient(
  address: PostgresAddress & { readonly applicationName?: string; readonly timeoutMs?: number },
): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port: address.port,
    user: 'postgres',
    password: address.password,
    database: 'postgres',
    application_name: address.applicationName ?? 'mailroom',
    connectionTimeoutMillis: address.timeoutMs ?? 10_000,
    ssl: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
