import { describe, expect, it } from '@jest/globals';
import { readSignup } from './signup.settings.js';

const read = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { ...readSignup(env, (problem) => problems.push(problem)), problems };
};

describe('SIGNUP', () => {
  it('is closed where nothing is said', () => {
    expect(read({})).toEqual({ domain: null, perNetworkHour: 10, perHour: 1_000, problems: [] });
  });

  it('is open on the domain that is named, within limits of which 0 is none', () => {
    const env = { SIGNUP: 'open', SIGNUP_DOMAIN: 'Agents.example', SIGNUP_PER_NETWORK_HOUR: '0', SIGNUP_PER_HOUR: '7' };
    expect(read(env)).toEqual({ domain: 'agents.example', perNetworkHour: 0, perHour: 7, problems: [] });
  });

  it('needs a domain to be open', () => {
    expect(read({ SIGNUP: 'open' }).problems).toEqual([expect.stringContaining('SIGNUP_DOMAIN is missing')]);
  });

  it.each([
    ['SIGNUP', 'yes'],
    ['SIGNUP_DOMAIN', 'a b'],
    ['SIGNUP_PER_NETWORK_HOUR', '-1'],
    ['SIGNUP_PER_HOUR', 'many'],
  ])('and its companions name what is wrong: %s=%s', (name, value) => {
    expect(read({ [name]: value }).problems).toEqual([expect.stringContaining(`${name} must be`)]);
  });
});
