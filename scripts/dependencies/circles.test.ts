import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemsOfCircles } from './circles.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mailroom-circles-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function problemsIn(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return problemsOfCircles(root, ['packages']);
}

describe('the check of import circles', () => {
  it('lets many files import one', () => {
    const files = {
      'packages/a/src/a.ts': `import { b } from './b.js';\nimport { c } from './in/c.js';`,
      'packages/a/src/b.ts': `import { c } from './in/c.js';`,
      'packages/a/src/in/c.ts': `import pg from 'pg';`,
    };
    expect(problemsIn(files)).toEqual([]);
  });

  it.each([
    ['imports', `import { a } from '../a.js';`],
    ['imports of types', `import type { A } from '../a.js';`],
    ['imports over several lines', `import {\n  one,\n  two,\n} from '../a.js';`],
    ['exports', `export * from '../a.js';`],
    ['imports at run time', `const a = await import('../a.js');`],
  ])('finds one through %s', (_, back) => {
    const files = {
      'packages/a/src/a.ts': `import { b } from './b.js';`,
      'packages/a/src/b.ts': `import { c } from './in/c.js';`,
      'packages/a/src/in/c.ts': back,
    };
    const way = ['a.ts', 'b.ts', 'in/c.ts', 'a.ts'].map((name) => `packages/a/src/${name}`).join(' → ');
    expect(problemsIn(files)).toEqual([`${way}: a circle of imports.`]);
  });

  it('finds a file that imports itself', () => {
    expect(problemsIn({ 'packages/a/src/a.ts': `import { a } from './a.js';` })).toHaveLength(1);
  });
});
