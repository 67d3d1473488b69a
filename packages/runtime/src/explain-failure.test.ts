import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Database, migrate } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { createTestDatabase } from '@mailroom/testing';
import { explainDatabaseFailure, explainListenFailure } from './explain-failure.js';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const listen = (port: number, host: string) =>
  failureOf(
    new Promise((resolve, reject) => {
      const server = createServer().once('error', reject);
      server.listen(port, host, () => server.close(resolve));
    }),
  );

describe('a database that can not be used is explained', () => {
  const nowhere = 'postgres://127.0.0.1:1/nothing';

  it('with the variables that may be wrong, and without what they hold', async () => {
    const error = await failureOf(migrate(nowhere));
    const says = (env: Record<string, string>) => explainDatabaseFailure(error, env);
    expect(says({})).toBe("The database can't be reached (ECONNREFUSED): is it running?");
    expect(says({ DATABASE_URL: nowhere })).toBe(
      "The database can't be reached (ECONNREFUSED): is it running, and is DATABASE_URL right?",
    );
    expect(says({ DATABASE_URL: nowhere, SEARCH_DATABASE_URL: nowhere })).toMatch(
      /is it running, and are DATABASE_URL and SEARCH_DATABASE_URL right\?$/,
    );
  });

  it('where it does not let us in, or is not there', async () => {
    const test = await createTestDatabase();
    const missing = Object.assign(new URL(test.url), { pathname: '/no_such_database' }).href;
    const error = await failureOf(migrate(missing));
    await test.drop();
    expect(explainDatabaseFailure(error, { DATABASE_URL: missing })).toBe(
      'Postgres refuses us (database "no_such_database" does not exist): is DATABASE_URL right?',
    );
    const refused = Object.assign(new Error('password authentication failed for user "me"'), { code: '28P01' });
    expect(explainDatabaseFailure(refused, { DATABASE_URL: missing })).toMatch(/"me"\): is DATABASE_URL right\?$/);
  });

  it('also behind an answer that says "unavailable", but not where another store is away', async () => {
    const database = new Database({ url: nowhere });
    const error = await failureOf(database.use((client) => client.tenant.count()));
    await database.close();
    expect(error).toBeInstanceOf(DomainError);
    expect(explainDatabaseFailure(error, { DATABASE_URL: nowhere })).toContain("can't be reached");
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const blobs = new DomainError('unavailable', 'BLOB_STORE_URL: the bucket "x" can\'t be reached.', { cause });
    expect(explainDatabaseFailure(blobs, { DATABASE_URL: nowhere })).toBeNull();
  });
});

describe('a place where nobody can listen is explained', () => {
  it('by its variable', async () => {
    const host = 'no-such-host.invalid';
    const error = await listen(0, host);
    expect(explainListenFailure(error, { MAILROOM_SMTP_HOST: host })).toBe(
      `There is no host ${host}: check MAILROOM_SMTP_HOST.`,
    );
    expect(explainListenFailure(error, {})).toBeNull();
    expect(explainListenFailure(await listen(0, '192.0.2.1'), {})).toContain('check MAILROOM_HTTP_HOST');
  });

  it('by the port that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const error = await listen(port, '127.0.0.1');
    taken.close();
    expect(explainListenFailure(error, {})).toContain(`Port ${port} is in use`);
  });
});
