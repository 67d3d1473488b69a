import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { findNatsServer } from '../src/nats/nats-binary.js';

const infra = (file: string) => fileURLToPath(new URL(`../../../infra/${file}`, import.meta.url));
const run = promisify(execFile);

/** What the server says about a configuration file, without starting. */
async function verdictOn(file: string): Promise<string> {
  const said = await run(await findNatsServer(), ['-t', '-c', infra(file)]).catch((error: { stderr: string }) => error);
  return said.stderr;
}

it('the shipped configuration of NATS starts the server that is here, however old', async () => {
  expect(await verdictOn('nats.conf')).toMatch(/is valid/);
});

it('the one that syncs is the same but for the field that older servers do not know', async () => {
  expect(await verdictOn('nats-synced.conf')).toMatch(/is valid|:\d+:\d+: unknown field "sync_interval"\s*$/);
});
