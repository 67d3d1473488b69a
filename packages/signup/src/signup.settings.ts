import { readNumber, type Complain, type Environment } from '@mailroom/errors';
import { readSharedDomain } from '@mailroom/mail';
import { SignupOptions } from './signup.options.js';

const DEFAULT_PER_NETWORK_HOUR = 10;
const DEFAULT_PER_HOUR = 1_000;
/** A signup walks through as many as a limit allows. */
const MAX_PER_HOUR = 100_000;

/** Reads SIGNUP, SIGNUP_DOMAIN, SIGNUP_PER_NETWORK_HOUR and SIGNUP_PER_HOUR; nobody may sign up where nothing is said. */
export function readSignup(env: Environment, complain: Complain): SignupOptions {
  const open = env.SIGNUP || 'closed';
  if (open !== 'open' && open !== 'closed') complain(`SIGNUP must be open or closed, not "${open}".`);
  const domain = readSharedDomain(env, 'SIGNUP_DOMAIN', complain);
  if (open === 'open' && domain === null) complain('SIGNUP_DOMAIN is missing: set it to the domain of new mailboxes.');
  const limit = (name: string, otherwise: number) => readNumber(env, name, { max: MAX_PER_HOUR, otherwise }, complain);
  return new SignupOptions(
    open === 'open' ? domain : null,
    limit('SIGNUP_PER_NETWORK_HOUR', DEFAULT_PER_NETWORK_HOUR),
    limit('SIGNUP_PER_HOUR', DEFAULT_PER_HOUR),
  );
}
