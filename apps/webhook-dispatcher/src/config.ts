import { readAllowPrivate, type AllowPrivate } from '@mailroom/webhooks';

export type DispatcherConfig = {
  /** Where attachments of the delivered emails are fetched. */
  readonly baseUrl: string;
  readonly allowPrivate: AllowPrivate;
  /** For one delivery; default 15,000. */
  readonly timeoutMs?: number;
};

/** Reads WEBHOOK_ALLOW_PRIVATE; `complain` gets one line when it is bad. */
export function loadDispatcherConfig(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Pick<DispatcherConfig, 'allowPrivate'>,
  complain: (problem: string) => void,
): Pick<DispatcherConfig, 'allowPrivate'> {
  return { allowPrivate: readAllowPrivate(env, defaults.allowPrivate, complain) };
}
