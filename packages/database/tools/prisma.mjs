// Runs the Prisma CLI without its native schema engine: `generate` never calls it, but needs a path that exists.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...process.env },
});
process.exit(status ?? 1);
