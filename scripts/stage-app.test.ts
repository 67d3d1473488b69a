import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('stage-app.mjs', import.meta.url));
const stage = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailroom-stage-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('stage-app', () => {
  it('copies an app with all of ours that it needs, built, and nothing else', () => {
    expect(stage('indexer', folder)).toMatchObject({ status: 0, stderr: '' });
    const staged = readdirSync(join(folder, 'packages'));
    const needed = new Set<string>();
    for (const name of ['apps/indexer', ...staged.map((name) => `packages/${name}`)]) {
      const { dependencies } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
      for (const other of Object.keys(dependencies ?? {}))
        if (other.startsWith('@mailroom/')) needed.add(other.slice(10));
      expect(existsSync(join(folder, name, 'dist/index.js'))).toBe(true);
    }
    expect(new Set(staged)).toEqual(needed);
    expect(readdirSync(join(folder, 'apps'))).toEqual(['indexer']);
    expect(existsSync(join(folder, 'packages/database/prisma/migrations'))).toBe(true);
    expect(existsSync(join(folder, 'packages/database/src'))).toBe(false);
  });

  it('copies the weights and meanings by which mail is read, where the reader of the staged app finds them', () => {
    const target = join(folder, 'ingest');
    expect(stage('smtp-ingest', target)).toMatchObject({ status: 0, stderr: '' });
    const module = (path: string) => pathToFileURL(join(target, 'packages/message/dist', path)).href;
    const script = `const { statSync } = await import('node:fs');
      const { WEIGHTS_FILE } = await import('${module('trust/ai-weights.js')}');
      const { CONCEPTS_FILE } = await import('${module('trust/ai-concepts.js')}');
      const { CODE_WEIGHTS_FILE } = await import('${module('extraction/code-model.js')}');
      process.stdout.write([WEIGHTS_FILE, CONCEPTS_FILE, CODE_WEIGHTS_FILE].map((file) => statSync(file).size).join(' '));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    const data = new URL('../packages/message/data/', import.meta.url);
    const names = ['instruction-weights.bin', 'concepts.bin', 'code-weights.bin'];
    const sizes = names.map((name) => statSync(new URL(name, data)).size);
    expect(stdout).toBe(sizes.join(' '));
  });

  it('refuses what is no app', () => {
    expect(stage('../packages/mail', folder).status).toBe(1);
    expect(stage('nothing', folder).status).toBe(1);
  });
});
