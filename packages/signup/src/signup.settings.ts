import { readSharedDomain } from '@mailroom/mail';
import { SignupOptions } from './signup.options.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Complain = (problem: string) => void;

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
  const limit = (name: string, otherwise: number) => readLimit(env, name, otherwise, complain);
  return new SignupOptions(
    open === 'open' ? domain : null,
    limit('SIGNUP_PER_NETWORK_HOUR', DEFAULT_PER_NETWORK_HOUR),
    limit('SIGNUP_PER_HOUR', DEFAULT_PER_HOUR),
  );
}

function readLimit(env: Environment, name: string, otherwise: number, complain: Complain): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : MAX_PER_HOUR + 1;
  if (value > MAX_PER_HOUR) complain(`${name} must be a number from 0 to ${MAX_PER_HOUR}, not "${text}".`);
  return value;
}
