import { State, StateBadge, type Tone } from '../../kit/state-badge.js';
import type { IconName } from '../../kit/icons.js';
import type { Task } from './use-tasks.js';

type Look = { readonly tone: Tone; readonly icon: IconName; readonly word: string };

const looks = {
  new: { tone: 'plain', icon: 'wait', word: 'Waiting' },
  processing: { tone: 'acc', icon: 'held', word: 'Held' },
  handled: { tone: 'ok', icon: 'handled', word: 'Handled' },
  needs_human: { tone: 'warn', icon: 'person', word: 'Needs a human' },
  ignored: { tone: 'plain', icon: 'off', word: 'Ignored' },
} as const satisfies Record<string, Look>;

/** A task whose lease ran out waits again. */
function lookOf({ status, locked }: Task['task']): Look {
  return status === 'processing' && !locked ? looks.new : looks[status];
}

type TaskStateProps = { readonly task: Task['task']; readonly badge?: boolean };

export function TaskState({ task, badge = false }: TaskStateProps) {
  const { tone, icon, word } = lookOf(task);
  const Shown = badge ? StateBadge : State;
  return (
    <Shown tone={tone} icon={icon} quiet>
      {word}
    </Shown>
  );
}
