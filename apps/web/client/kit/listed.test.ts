import { expect, it } from '@jest/globals';
import { addressesOf, labelsOf, lineOfLabels } from './listed.js';

it('takes addresses apart at commas, semicolons and spaces, but none of their names', () => {
  const line =
    ' ada@a.test;bob@a.test,  Ada Lovelace <ada@a.test>, "Doe, Jane; PhD" <jane@a.test> ,eve@a.test\tdan@a.test, ';
  expect(addressesOf(line)).toEqual([
    'ada@a.test',
    'bob@a.test',
    'Ada Lovelace <ada@a.test>',
    '"Doe, Jane; PhD" <jane@a.test>',
    'eve@a.test',
    'dan@a.test',
  ]);
  expect([addressesOf(''), addressesOf(' ,; ')]).toEqual([[], []]);
});

it('takes no address for a part of a name whose quote is still open', () => {
  expect(addressesOf('"Doe, Jane" <jane@a.test>, "Smith <smith@a.test>, ada@a.test')).toEqual([
    '"Doe, Jane" <jane@a.test>',
    '"Smith <smith@a.test>',
    'ada@a.test',
  ]);
});

it('gives back the labels that a message had, also one with a comma', () => {
  const labels = ['paid', 'Berlin, Germany', '50% off'];
  expect(labelsOf(lineOfLabels(labels))).toEqual(labels);
  expect(labelsOf('a, b,a ,, "" ')).toEqual(['a', 'b']);
});
