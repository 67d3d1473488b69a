import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../bin/mailroom.js', import.meta.url));

it.each([
  ['--help', 0],
  ['nonsense', 2],
])('%s ends by its own exit code where nobody reads what it says', async (word, code) => {
  const child = spawn(process.execPath, [program, word], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await once(child, 'close')).toEqual([code, null]);
});

it('says why what it has to say can not be written', async () => {
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toBe("The output can't be written: ENOSPC: no space left on device, write.\n");
});
