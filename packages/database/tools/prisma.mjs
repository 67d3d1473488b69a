// Runs the Prisma CLI without its native schema engine: `generate` never calls it, but needs a path that exists.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const CLIENT = new URL('../src/generated/internal/class.ts', import.meta.url);
const IMPORT = /const \{ wasm \} = await import\((".+?")\)/;
const FIRST_IMPORT = /^import /m;

/** Has the client read its compiler instead of importing it, after which two copies of its text would stay in memory. */
function readInsteadOfImport() {
  const text = readFileSync(CLIENT, 'utf8');
  if (!IMPORT.test(text)) throw new Error(`${CLIENT.pathname} imports its compiler in another way than before.`);
  const read = text.replace(IMPORT, 'const wasm = await readWasmText($1)');
  writeFileSync(CLIENT, read.replace(FIRST_IMPORT, 'import { readWasmText } from "../../wasm-text.js"\nimport '));
}

const [command] = process.argv.slice(2);
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...process.env },
});
if (command === 'generate' && status === 0) readInsteadOfImport();
process.exit(status ?? 1);
