import { State } from '../../kit/state-badge.js';
import type { Job } from '../api.js';

const states = {
  queued: { tone: 'plain', icon: 'wait', word: 'Waiting' },
  sending: { tone: 'acc', icon: 'send', word: 'Being sent' },
  retry: { tone: 'warn', icon: 'wait', word: 'Tried again later' },
  sent: { tone: 'ok', icon: 'handled', word: 'Sent' },
  failed: { tone: 'bad', icon: 'failed', word: 'Failed' },
  unknown: { tone: 'warn', icon: 'alert', word: 'End unknown' },
} as const;

/** How far a message on its way has come. */
export function JobState({ job: { status } }: { readonly job: Pick<Job, 'status'> }) {
  const { tone, icon, word } = states[status];
  return (
    <State tone={tone} icon={icon}>
      {word}
    </State>
  );
}
