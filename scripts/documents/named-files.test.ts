import { describe, expect, it } from '@jest/globals';
import { problemsOfNamedFiles, problemsOfTree } from './named-files.mjs';

const files = [
  'apps/api/package.json',
  'apps/api/src/api.service.ts',
  'packages/mail/package.json',
  'docs/adr/0001.md',
];

describe('the check of documents', () => {
  it.each([
    '`apps/api/src/api.service.ts`',
    '`api.service.ts`',
    '`api/api.service.ts`',
    '`apps/*/src/*.service.ts`',
    '`docs/adr/0001.md`',
  ])('finds nothing wrong with %s', (name) => {
    expect(problemsOfNamedFiles('A.md', `It stands in ${name}.`, files)).toEqual([]);
  });

  it.each(['apps/api/src/mail.service.ts', 'service.ts', 'apps/*/api.service.ts', '*.repository.ts'])(
    'finds that there is no %s',
    (name) => {
      expect(problemsOfNamedFiles('A.md', `It stands in \`${name}\`.`, files)).toEqual([`A.md: there is no ${name}.`]);
    },
  );

  it('finds an app or a package that the tree lacks', () => {
    expect(problemsOfTree('A.md', 'apps/\n  api/    HTTP\n  mail/', files)).toEqual([]);
    expect(problemsOfTree('A.md', 'apps/\n  api/    HTTP, and packages/mail', files)).toEqual([
      'A.md: its tree lacks mail/.',
    ]);
  });
});
