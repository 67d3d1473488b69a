// The API's description is kept in the repository, so that its changes are seen. `--write` brings it up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileBlobStore } from '../packages/blobs/dist/index.js';
import { Database } from '../packages/database/dist/index.js';
import { createMailboxApi } from '../apps/mailbox-api/dist/index.js';
import { bin, fail, root } from './prepare.mjs';
import { spawnSync } from 'node:child_process';

const path = join(root, 'apps/mailbox-api/openapi.json');
const database = new Database({ url: 'postgres://nobody@127.0.0.1:1/none' });
const blobs = new FileBlobStore({ directory: '/nonexistent' });
const config = {
  baseUrl: 'http://localhost:8080',
  mailHostname: 'localhost',
  showStacks: false,
  allowPrivateWebhooks: 'none',
  turnstile: null,
};
const app = await createMailboxApi({ database, blobs, onError: () => {} }, config);
await app.init();
const { body } = await app.inject({ method: 'GET', url: '/api/agent/v1/openapi.json' });
await app.close();
await database.close();
const { stdout } = spawnSync(bin('prettier'), ['--parser', 'json', '--print-width', '120'], {
  input: body,
  encoding: 'utf8',
});
if (process.argv.includes('--write')) writeFileSync(path, stdout);
else if (readFileSync(path, 'utf8') !== stdout)
  fail('apps/mailbox-api/openapi.json is out of date: run "npm run verify -- --write".');
