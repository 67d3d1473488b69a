import type { Data } from '@mailroom/client';
import type { IconName } from '../../kit/icons.js';
import type { Tone } from '../../kit/state-badge.js';

export type Delivery = Data<'listDeliveries'>['items'][number];

/** How a delivery's state looks, and its word. */
export const looks: Readonly<Record<Delivery['status'], { tone: Tone; icon: IconName; word: string }>> = {
  pending: { tone: 'warn', icon: 'wait', word: 'Waiting' },
  succeeded: { tone: 'ok', icon: 'handled', word: 'Delivered' },
  failed: { tone: 'bad', icon: 'failed', word: 'Gave up' },
};
