import { expect, it } from '@jest/globals';
import { arrivesAt } from './arrives-at.js';

it('mail to a tag of a mailbox comes to it, and mail to another does not', () => {
  expect(arrivesAt('desk@a.test', 'Desk@a.test')).toBe(true);
  expect(arrivesAt('Desk+shop+2@A.test', 'desk@a.test')).toBe(true);
  expect(arrivesAt('desk+shop@b.test', 'desk@a.test')).toBe(false);
  expect(arrivesAt('+desk@a.test', 'desk@a.test')).toBe(false);
  expect(arrivesAt('"desk+shop"@a.test', 'desk@a.test')).toBe(false);
});
