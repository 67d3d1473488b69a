import { HolderRoom, readRoomLimits, type RoomLimits } from '@mailroom/concurrency';
import type { Complain, Environment } from '@mailroom/errors';

export type WaitLimits = RoomLimits;

export const defaultWaitLimits: WaitLimits = { perPrincipal: 6_000, inAll: 15_000 };

/** Room for the calls of a surface that wait for mail or for a task: each costs a connection and its request. */
export class WaitRoom extends HolderRoom {
  constructor(limits: WaitLimits) {
    super(limits, {
      held: 'calls waiting',
      full: 'Too many calls are waiting here.',
      later: 'Call again later, or without waiting.',
      fix: 'Have fewer calls wait at once: one answers for whatever comes to its mailbox.',
    });
  }
}

/** Reads how many calls may wait; 0 means that nobody may wait at all. */
export function readWaitLimits(env: Environment, complain: Complain): WaitLimits {
  const names = { perPrincipal: 'WAITS_PER_TOKEN', inAll: 'WAITS_PER_PROCESS' };
  return readRoomLimits(env, names, defaultWaitLimits, complain);
}
