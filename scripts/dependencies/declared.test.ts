import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemsOfDeclarations } from './declared.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mailroom-declared-'));
  write('package.json', { workspaces: ['packages/*'], devDependencies: { '@jest/globals': '1.0.0' } });
  write('packages/a/package.json', { name: '@x/a', dependencies: { pg: '1.0.0', '@x/b': '*' } });
  write(
    'packages/a/src/index.ts',
    `import pg from 'pg/lib';\nimport { b } from '@x/b';\nimport { c } from './c.js';\n`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the check of declarations', () => {
  it('finds nothing wrong where a package names what it imports, and nothing else', () => {
    write('packages/a/src/c.ts', `import { join } from 'node:path';\nexport const c = Buffer.from('hello');\n`);
    write('packages/a/src/c.test.ts', `import { it } from '@jest/globals';\nimport { x } from 'other';\n`);
    expect(problemsOfDeclarations(root)).toEqual([]);
  });

  it('finds what is imported and not named', () => {
    write('packages/a/src/c.ts', `export const c = await import('nodemailer');\n`);
    expect(problemsOfDeclarations(root)).toEqual(['packages/a imports nodemailer: change its package.json.']);
  });

  it('finds what is named and not imported', () => {
    write('packages/a/src/index.ts', `import pg from 'pg';\n`);
    expect(problemsOfDeclarations(root)).toEqual(['packages/a needs no @x/b: change its package.json.']);
  });
});
