import { defineConfig } from 'prisma/config';

// Only `prisma migrate` uses this URL; the running system gets its own (see src/database.ts).
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/mailroom' },
});
