import type { AllowPrivate } from '@mailroom/webhooks';

export type DispatcherConfig = {
  /** Where attachments of the delivered emails are fetched. */
  readonly baseUrl: string;
  readonly allowPrivate: AllowPrivate;
  /** For one delivery; default 15,000. */
  readonly timeoutMs?: number;
};

const modes = ['none', 'loopback', 'all'] as const;

/** Reads WEBHOOK_ALLOW_PRIVATE; `complain` gets one line when it is bad. */
export function loadDispatcherConfig(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Pick<DispatcherConfig, 'allowPrivate'>,
  complain: (problem: string) => void,
): Pick<DispatcherConfig, 'allowPrivate'> {
  const text = env.WEBHOOK_ALLOW_PRIVATE || defaults.allowPrivate;
  const allowPrivate = modes.find((mode) => mode === text);
  if (!allowPrivate) complain(`WEBHOOK_ALLOW_PRIVATE must be one of ${modes.join(', ')}, not "${text}".`);
  return { allowPrivate: allowPrivate ?? defaults.allowPrivate };
}
