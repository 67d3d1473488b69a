import type { AllowPrivate } from './address.js';

const modes = ['none', 'loopback', 'all'] as const;

/** Reads such a setting by the name of its variable; `complain` gets one line if the value is wrong. */
export function readAllowPrivate(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: AllowPrivate,
  complain: (problem: string) => void,
): AllowPrivate {
  const text = env[name] || fallback;
  const allowed = modes.find((mode) => mode === text);
  if (!allowed) complain(`${name} must be one of ${modes.join(', ')}, not "${text}".`);
  return allowed ?? fallback;
}
