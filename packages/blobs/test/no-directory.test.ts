import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const built = new URL('../dist/index.js', import.meta.url).href;

/** What a process of its own says, which is killed where it hangs. */
async function said(program: string): Promise<string> {
  const text = `import { FileBlobStore, openBlobStore } from ${JSON.stringify(built)};
    await (${program}).then(() => console.log('worked'), (error) => console.log(String(error)));`;
  const args = ['--input-type=module', '-e', text];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000, killSignal: 'SIGKILL' });
  return stdout.trim();
}

/** Nothing can be made below `/proc`, and the kernel says of it what it says of a directory whose parent is missing. */
describe('a store in a directory that can not be made', () => {
  it('refuses to be opened for writing, and does not try for ever', async () => {
    expect(await said(`openBlobStore('file:///proc/mailroom/blobs', { writes: true })`)).toBe(
      'BlobStoreUnusableError: BLOB_STORE_URL: nothing can be written in /proc/mailroom/blobs (ENOENT).',
    );
  }, 30_000);

  it('refuses contents, and does not try for ever', async () => {
    const put = `new FileBlobStore({ directory: '/proc/mailroom/blobs' }).putAll([Buffer.from('x')])`;
    expect(await said(put)).toMatch(/^Error: ENOENT: .*\/proc\/mailroom/);
  }, 30_000);
});
