import { expect, it } from '@jest/globals';
import { tenantMay } from './tenant-state.js';

it('lets an active tenant send, and no other', () => {
  expect(tenantMay('active', 'send')).toBe(true);
  for (const state of ['suspended', 'unheard-of', '', 'constructor']) expect(tenantMay(state, 'send')).toBe(false);
});
