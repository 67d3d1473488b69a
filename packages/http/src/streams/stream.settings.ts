import { readRoomLimits } from '@mailroom/concurrency';
import type { Complain, Environment } from '@mailroom/errors';
import type { StreamLimits } from './stream-room.js';

export const defaultStreamLimits: StreamLimits = { perPrincipal: 2_000, inAll: 10_000 };

/** Reads how many streams of events may be open; 0 means that nobody may open any. */
export function readStreamLimits(env: Environment, complain: Complain): StreamLimits {
  const names = { perPrincipal: 'STREAMS_PER_TOKEN', inAll: 'STREAMS_PER_PROCESS' };
  return readRoomLimits(env, names, defaultStreamLimits, complain);
}
