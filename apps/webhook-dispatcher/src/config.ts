import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';

export type DispatcherConfig = {
  /** The address from which receivers fetch the attachments of delivered emails. */
  readonly baseUrl: string;
  readonly allowPrivate: AllowPrivate;
  /** The time limit for one delivery; default 15,000. */
  readonly timeoutMs?: number;
};

/** Reads WEBHOOK_ALLOW_PRIVATE; `complain` gets one line when it is bad. */
export function loadDispatcherConfig(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Pick<DispatcherConfig, 'allowPrivate'>,
  complain: (problem: string) => void,
): Pick<DispatcherConfig, 'allowPrivate'> {
  return { allowPrivate: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', defaults.allowPrivate, complain) };
}
