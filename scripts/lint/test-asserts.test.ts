import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { testAsserts } from './test-asserts.rule.mjs';

const linter = new Linter();
const problemsOf = (code: string) =>
  linter
    .verify(code, {
      plugins: { mailroom: { rules: { 'test-asserts': testAsserts } } },
      rules: { 'mailroom/test-asserts': ['error', { asserting: ['runScenario'] }] },
    })
    .map(({ ruleId, message, line }) => (ruleId === null ? message : line));

describe('the rule that a test asserts', () => {
  it.each([
    ['nothing', "it('x', () => {});"],
    ['only a call', "it('x', async () => { await work(); });"],
    ['only a wait', "test('x', async () => { await until(() => done); });"],
    ['nothing for each row', "it.each([1, 2])('x %i', (n) => { work(n); });"],
    ['nothing in the function that it calls', "const check = () => work(); it('x', () => check());"],
  ])('finds %s', (_, code) => {
    expect(problemsOf(code)).toEqual([1]);
  });

  it.each([
    ['expect', "it('x', () => { expect(1).toBe(1); });"],
    [
      'expect in a callback',
      "it('x', async () => { await each(async () => { await expect(work()).rejects.toThrow(); }); });",
    ],
    ['expect for each row', "it.each([1])('x %i', (n) => { expect(n).toBe(1); });"],
    ['something called expect…', "it('x', async () => { await expectGrowth(1); });"],
    ['a function of the file that asserts', "function check() { expect(1).toBe(1); } it('x', () => { check(); });"],
    ['a function of a function', "const a = () => expect(1).toBe(1); const b = () => a(); it('x', () => b());"],
    ['a named one', "it('x', () => runScenario({}));"],
  ])('accepts %s', (_, code) => {
    expect(problemsOf(code)).toEqual([]);
  });
});
