import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isInstalled, stampInstalled } from './modules.mjs';
import { recordUse, usersOf } from './users.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mailroom-checkout-'));
  writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install(): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{}');
}
const stamp = () => join(root, 'node_modules', '.mailroom-lock');

describe('the modules of a checkout', () => {
  it('are missing before npm has installed them, and there afterwards', () => {
    expect(isInstalled(root)).toBe(false);
    install();
    expect(isInstalled(root)).toBe(true);
    stampInstalled(root);
    expect(isInstalled(root)).toBe(true);
  });

  it('are out of date once the lockfile says something else', () => {
    install();
    stampInstalled(root);
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
    expect(isInstalled(root)).toBe(false);
  });

  it('keep a stamp that is not touched while it is true', () => {
    install();
    stampInstalled(root);
    const before = new Date(2026, 0, 1);
    utimesSync(stamp(), before, before);
    stampInstalled(root);
    expect(statSync(stamp()).mtime).toEqual(before);
    expect(readFileSync(stamp(), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('know who runs from them, and forget processes that are gone', () => {
    install();
    expect(usersOf(root)).toEqual([]);
    recordUse(root);
    writeFileSync(join(root, 'node_modules', '.mailroom-running', '999999999'), '');
    writeFileSync(join(root, 'node_modules', '.mailroom-running', String(process.ppid)), '');
    expect(usersOf(root)).toEqual([process.ppid]);
  });
});
