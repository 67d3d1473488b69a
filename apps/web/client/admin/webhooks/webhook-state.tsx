import { State } from '../../kit/state-badge.js';
import type { Webhook } from '../api.js';

const states = {
  active: { tone: 'ok', icon: 'check', word: 'Works' },
  failing: { tone: 'warn', icon: 'failed', word: 'Failing' },
  disabled: { tone: 'bad', icon: 'off', word: 'Turned off' },
} as const;

/** Whether an endpoint takes what it is sent. */
export function WebhookState({ state }: { readonly state: Webhook['state'] }) {
  const { tone, icon, word } = states[state];
  return (
    <State tone={tone} icon={icon}>
      {word}
    </State>
  );
}
