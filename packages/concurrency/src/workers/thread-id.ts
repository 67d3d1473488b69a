import { readlinkSync } from 'node:fs';

/** The system's id of this thread, by which another one can read how much processor time it uses; null where there is none. */
export function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}
