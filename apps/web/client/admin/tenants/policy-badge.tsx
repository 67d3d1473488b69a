import { State, StateBadge, type Tone } from '../../kit/state-badge.js';
import type { IconName } from '../../kit/icons.js';
import type { Tenant } from '../api.js';

const looks: Readonly<Record<Tenant['policy'], { tone: Tone; icon: IconName; word: string }>> = {
  internal_only: { tone: 'plain', icon: 'inbox', word: 'Internal only' },
  external_review: { tone: 'acc', icon: 'wait', word: 'In review' },
  external_enabled: { tone: 'ok', icon: 'check', word: 'May write outside' },
  suspended: { tone: 'bad', icon: 'off', word: 'Suspended' },
};

/** How far a tenant may send. */
export function PolicyBadge({
  policy,
  quiet = false,
}: {
  readonly policy: Tenant['policy'];
  readonly quiet?: boolean;
}) {
  const { tone, icon, word } = looks[policy];
  const Look = quiet ? State : StateBadge;
  return (
    <Look tone={tone} icon={icon}>
      {word}
    </Look>
  );
}
