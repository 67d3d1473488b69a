import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const built = new URL('../dist/index.js', import.meta.url).href;

// Nothing can be made below `/proc`; the process is killed where it hangs.
it('a chain whose directory can not be made says so, and does not try for ever', async () => {
  const program = `import { DevChain } from ${JSON.stringify(built)};
    await new DevChain('/proc/mailroom/chain').running().catch((error) => console.log(error.message));`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000, killSignal: 'SIGKILL' });
  expect(stdout.trim()).toBe("The development chain can't keep its state in /proc/mailroom/chain (ENOENT).");
}, 30_000);
