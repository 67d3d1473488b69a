import { readNumber, type Complain, type Environment } from '@mailroom/errors';
import type { StreamLimits } from './stream-room.js';

const MAX_STREAMS = 1_000_000;

export const defaultStreamLimits: StreamLimits = { perPrincipal: 2_000, inAll: 10_000 };

/** Reads STREAMS_PER_TOKEN and STREAMS_PER_PROCESS; 0 means that nobody may open any. */
export function readStreamLimits(env: Environment, complain: Complain): StreamLimits {
  const read = (name: string, otherwise: number) => readNumber(env, name, { max: MAX_STREAMS, otherwise }, complain);
  return {
    perPrincipal: read('STREAMS_PER_TOKEN', defaultStreamLimits.perPrincipal),
    inAll: read('STREAMS_PER_PROCESS', defaultStreamLimits.inAll),
  };
}
