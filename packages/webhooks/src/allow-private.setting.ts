import type { AllowPrivate } from './webhook.js';

const modes = ['none', 'loopback', 'all'] as const;

/** Reads WEBHOOK_ALLOW_PRIVATE; `complain` gets one line when it is bad. */
export function readAllowPrivate(
  env: Readonly<Record<string, string | undefined>>,
  fallback: AllowPrivate,
  complain: (problem: string) => void,
): AllowPrivate {
  const text = env.WEBHOOK_ALLOW_PRIVATE || fallback;
  const allowed = modes.find((mode) => mode === text);
  if (!allowed) complain(`WEBHOOK_ALLOW_PRIVATE must be one of ${modes.join(', ')}, not "${text}".`);
  return allowed ?? fallback;
}
