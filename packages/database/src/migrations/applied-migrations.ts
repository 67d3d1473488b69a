import type { Client } from 'pg';

/** The checksum of each migration that was finished. */
export async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'select migration_name, checksum from _prisma_migrations where rolled_back_at is null order by migration_name',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}
