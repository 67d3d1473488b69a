#!/usr/bin/env node
// npm links this file when it installs a checkout, before anything is built there.
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write('The command is not built yet: run "npm start" or "npm run build" in the checkout first.\n');
  process.exitCode = 1;
}
