import { HolderRoom, type RoomLimits } from '@mailroom/concurrency';

export type StreamLimits = RoomLimits;

/** Room for the streams of events that a surface holds open: each costs a connection and what waits for its client. */
export class StreamRoom extends HolderRoom {
  constructor(limits: StreamLimits) {
    super(limits, {
      held: 'streams open',
      full: 'Too many streams are open here.',
      later: 'Open the stream again later.',
      fix: 'Close the streams that nobody reads any more.',
    });
  }
}
