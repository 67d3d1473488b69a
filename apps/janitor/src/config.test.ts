import { describe, expect, it } from '@jest/globals';
import { loadJanitorConfig } from './config.js';

const load = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { ...loadJanitorConfig(env, (problem) => problems.push(problem)), problems };
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

describe.each([
  ['AUDIT_RETENTION_DAYS', 'auditDays', 400],
  ['TOKEN_RETENTION_DAYS', 'endedTokenDays', 90],
  ['WEBHOOK_RETENTION_DAYS', 'webhookDeliveryDays', 30],
] as const)('%s', (variable, name, otherwise) => {
  it('has a default, and takes a number of days', () => {
    expect(load({})[name]).toBe(otherwise);
    expect(load({ [variable]: '7' })).toMatchObject({ [name]: 7, problems: [] });
    expect(load({ [variable]: '0' }).problems).toEqual([expect.stringMatching(new RegExp(`^${variable} .*"0"`))]);
  });
});
