import { describe, expect, it } from '@jest/globals';
import { loadMailboxApiConfig } from './config.js';

const load = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { ...loadMailboxApiConfig(env, (problem) => problems.push(problem)), problems };
};

describe('EMAIL_RETENTION_DAYS', () => {
  it('keeps emails for ever where it is missing or empty', () => {
    expect(load({})).toMatchObject({ retentionDays: null, problems: [] });
    expect(load({ EMAIL_RETENTION_DAYS: '' })).toMatchObject({ retentionDays: null, problems: [] });
  });

  it('is a number of days', () => {
    expect(load({ EMAIL_RETENTION_DAYS: '30' })).toMatchObject({ retentionDays: 30, problems: [] });
  });

  it.each(['0', '-1', '1.5', '30d', '1e3', ' 7', '36501'])('can not be "%s", which then deletes nothing', (text) => {
    const { retentionDays, problems } = load({ EMAIL_RETENTION_DAYS: text });
    expect([retentionDays, problems]).toEqual([null, [expect.stringContaining(`"${text}"`)]]);
  });
});
