import { defineConfig } from 'prisma/config';

// The URL is only used by `prisma migrate`; the running system is given its own (see src/database.ts).
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/mailroom' },
});
