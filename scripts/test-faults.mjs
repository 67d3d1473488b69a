// Runs the long form of the fault tests, one scenario after the other. Arguments go to jest, and the exit code is
// jest's.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    jest,
    '--runInBand',
    ...(process.argv[2] ? process.argv.slice(2) : ['/faults/[a-z-]+\\.test\\.ts$']),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FAULTS: 'long', NODE_NO_WARNINGS: '1' },
  },
);
process.exit(status ?? 1);
