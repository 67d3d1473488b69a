import { describe, expect, it } from '@jest/globals';
import { loadServiceConfig } from './service.config.js';

const good = {
  DATABASE_URL: 'postgres://db/mail',
  NATS_URL: 'nats://n1,tls://n2:4223',
  BLOB_STORE_URL: 'file:///blobs',
};

function load(env: Record<string, string>) {
  const problems: string[] = [];
  return { config: loadServiceConfig(env, (problem) => problems.push(problem)), problems };
}

describe('the variables of every service', () => {
  it('have defaults but for the three resources', () => {
    expect(load(good)).toEqual({
      config: {
        databaseUrl: good.DATABASE_URL,
        natsUrl: good.NATS_URL,
        natsReplicas: 1,
        blobStoreUrl: good.BLOB_STORE_URL,
        http: { host: '0.0.0.0', port: 8080 },
        logLevel: 'warn',
        shutdownDelaySeconds: 0,
        tracing: null,
      },
      problems: [],
    });
  });

  it('are all named at once when they are missing, each in one line', () => {
    const { problems } = load({});
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['DATABASE_URL', 'NATS_URL', 'BLOB_STORE_URL']);
  });

  it.each([
    ['DATABASE_URL', 'mysql://db/mail'],
    ['NATS_URL', 'nats://ok,http://n1'],
    ['NATS_URL', 'n1:4222'],
    ['NATS_REPLICAS', '0'],
    ['BLOB_STORE_URL', 'file://host/blobs'],
    ['BLOB_STORE_URL', './blobs'],
    ['MAILROOM_HTTP_PORT', '65536'],
    ['LOG_LEVEL', 'loud'],
    ['SHUTDOWN_DELAY_SECONDS', '61'],
    ['SHUTDOWN_DELAY_SECONDS', '-1'],
  ])('%s may not be %s', (name, value) => {
    expect(load({ ...good, [name]: value }).problems).toEqual([expect.stringContaining(name)]);
  });

  it('are not repeated where they may hold a password', () => {
    const { problems } = load({ ...good, NATS_URL: 'http://user:secret@n1' });
    expect(problems.join()).not.toContain('secret');
  });
});
