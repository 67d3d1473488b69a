import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe('the settings of the whole system', () => {
  it.each(['mail example', ',example.com', 'a@b.example', 'bücher.example'])(
    'name the list of mail domains %j as what is wrong, and nothing that nobody has set',
    (MAILROOM_MAIL_DOMAINS) => {
      expect(problemsOf({ MAILROOM_MAIL_DOMAINS })).toEqual([expect.stringMatching(/^MAILROOM_MAIL_DOMAINS /)]);
    },
  );

  it('say what is wrong with a host name or a name server once, however many apps read them', () => {
    expect(problemsOf({ MAILROOM_HOSTNAME: 'https://mx.example.com', DNS_SERVERS: 'dns.test' })).toEqual([
      expect.stringMatching(/^MAILROOM_HOSTNAME /),
      expect.stringMatching(/^DNS_SERVERS /),
    ]);
  });

  it('take a list with spaces', () => {
    expect(
      problemsOf({ MAILROOM_MAIL_DOMAINS: ' Example.com , b.example', DNS_SERVERS: '192.0.2.1, 192.0.2.2' }),
    ).toEqual([]);
  });
});
