import { describe, expect, it } from '@jest/globals';
import { readNumber } from './number-setting.js';

function read(text: string | undefined) {
  const problems: string[] = [];
  const setting = { min: 2, max: 1_000, otherwise: 7 };
  const value = readNumber({ LIMIT: text }, 'LIMIT', setting, (problem) => problems.push(problem));
  return { value, problems };
}

describe('readNumber', () => {
  it.each([
    ['2', 2],
    ['1000', 1_000],
    ['0000000000042', 42],
    ['', 7],
    [undefined, 7],
  ])('reads %j as %d', (text, value) => {
    expect(read(text)).toEqual({ value, problems: [] });
  });

  it.each([
    ...['1', '1001', '9'.repeat(400), '-5', '+5', '5.0', '5,0', '1e2', '0x10', '1_000', '٥', 'many', 'Infinity', 'NaN'],
    ...[' ', ' 5', '5 ', '5\n'],
  ])('says of %j what the variable must be', (text) => {
    expect(read(text)).toEqual({ value: 7, problems: [`LIMIT must be a number from 2 to 1000, not "${text}".`] });
  });

  it('begins at 0, and has nothing where nothing holds otherwise', () => {
    const problems: string[] = [];
    const numbers = ['0', '', '6'].map((LIMIT) =>
      readNumber({ LIMIT }, 'LIMIT', { max: 5, otherwise: null }, (problem) => problems.push(problem)),
    );
    expect(numbers).toEqual([0, null, null]);
    expect(problems).toEqual(['LIMIT must be a number from 0 to 5, not "6".']);
  });
});
