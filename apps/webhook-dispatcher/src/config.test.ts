import { describe, expect, it } from '@jest/globals';
import { loadDispatcherConfig } from './config.js';

describe('WEBHOOK_ALLOW_PRIVATE', () => {
  const load = (env: Record<string, string>) => {
    const problems: string[] = [];
    return { ...loadDispatcherConfig(env, (problem) => problems.push(problem)), problems };
  };

  it('is the default where it is missing or empty', () => {
    expect(load({})).toMatchObject({ allowPrivate: 'none', problems: [] });
    expect(load({ WEBHOOK_ALLOW_PRIVATE: '' })).toMatchObject({ allowPrivate: 'none', problems: [] });
  });

  it.each(['none', 'loopback', 'all'])('may be %s', (mode) => {
    expect(load({ WEBHOOK_ALLOW_PRIVATE: mode })).toMatchObject({ allowPrivate: mode, problems: [] });
  });

  it.each(['ALL', 'true', ' all', 'toString'])(
    'may not be "%s", and then nothing more than the default is allowed',
    (mode) => {
      const { allowPrivate, problems } = load({ WEBHOOK_ALLOW_PRIVATE: mode });
      expect(allowPrivate).toBe('none');
      expect(problems).toEqual([expect.stringContaining(`"${mode}"`)]);
    },
  );
});
