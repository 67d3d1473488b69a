import { readAllowPrivate, type AllowPrivate } from '@mailroom/egress';
import { readBaseUrl, type Complain, type Environment } from '@mailroom/runtime';

export type DispatcherConfig = {
  /** The address from which receivers fetch the attachments of delivered emails. */
  readonly baseUrl: string;
  readonly allowPrivate: AllowPrivate;
  /** The time limit for one delivery; default 15,000. */
  readonly timeoutMs?: number;
};

/** Reads the variables of this app; `complain` gets a line for each bad one. */
export function loadDispatcherConfig(
  env: Environment,
  complain: Complain,
): Pick<DispatcherConfig, 'allowPrivate'> & { readonly baseUrl: string | undefined } {
  return {
    baseUrl: readBaseUrl(env, complain),
    allowPrivate: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', 'none', complain),
  };
}
