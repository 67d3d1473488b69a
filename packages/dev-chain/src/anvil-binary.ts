import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DomainError } from '@mailroom/errors';

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const machines: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The program that npm installed for this system; nothing is downloaded. @throws unavailable if there is none */
export function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const name = `@foundry-rs/anvil-${systems[process.platform]}-${machines[process.arch]}`;
  try {
    // It is a dependency of the package that chooses among the systems.
    const ours = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const folder = dirname(ours.resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (cause) {
    throw new DomainError('unavailable', 'The development chain is not installed for this system.', {
      cause,
      fix: 'Run `npm ci` with optional dependencies, or set PAYMENTS=facilitator.',
    });
  }
}
