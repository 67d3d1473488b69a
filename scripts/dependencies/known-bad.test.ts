import { describe, expect, it } from '@jest/globals';
import { problemsOfLock } from './known-bad.mjs';

const integrity = 'sha512-x';
const lock = (version: string, more: object = {}) => ({
  packages: { '': {}, 'node_modules/other/node_modules/@a/bad': { version, integrity, ...more } },
});
const problems = (version: string, range: object) =>
  problemsOfLock(lock(version), [{ package: '@a/bad', why: 'It bites.', ...range }]);

describe('the check of dependencies', () => {
  it.each(['1.2.9', '0.9.10', '1.3.0-beta.1'])('finds %s below 1.3.0, however deep it lies', (version) => {
    expect(problems(version, { below: '1.3.0' })).toEqual([
      `node_modules/other/node_modules/@a/bad is ${version}: It bites.`,
    ]);
  });

  it.each(['1.3.0', '1.10.0', '2.0.0'])('lets %s pass, which is not below 1.3.0', (version) => {
    expect(problems(version, { below: '1.3.0' })).toEqual([]);
  });

  it('knows single versions and open ends', () => {
    expect(problems('1.3.1', { from: '1.3.1', below: '1.3.2' })).toHaveLength(1);
    expect(problems('1.3.2', { from: '1.3.1', below: '1.3.2' })).toEqual([]);
    expect(problems('7.0.0', { from: '7.0.0' })).toHaveLength(1);
    expect(problems('6.9.9', { from: '7.0.0' })).toEqual([]);
    expect(problems('1.0.0', { except: ['node_modules/other/node_modules/@a/bad'] })).toEqual([]);
    expect(problems('1.0.0', { except: ['node_modules/@a/bad'] })).toHaveLength(1);
  });

  it('refuses what is not pinned, has no hash or comes from elsewhere', () => {
    expect(problemsOfLock(lock('1.0.0', { integrity: undefined }), [])).toEqual([expect.stringMatching(/no hash/)]);
    expect(problemsOfLock(lock('1.0.0', { resolved: 'git+ssh://git@x.test/y' }), [])).toEqual([
      expect.stringMatching(/comes from git/),
    ]);
    const manifest = { dependencies: { '@mailroom/mail': '*', pinned: '1.0.0-beta.1', loose: '^1.0.0' } };
    expect(problemsOfLock({ packages: { 'packages/x': manifest } }, [])).toEqual([
      'packages/x wants loose ^1.0.0: pin one version.',
    ]);
  });
});
