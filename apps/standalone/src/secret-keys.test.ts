import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase } from '@mailroom/testing';
import { loadConfig } from './config.js';
import { openSecretKeys, sealAll } from './secret-keys.js';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-keys-'));
});
afterEach(() => rm(dataDirectory, { recursive: true }));

const embedded = () => ({ dataDirectory, databaseUrl: undefined, secretKeys: undefined });

describe('the key of secrets', () => {
  it('lies beside the embedded database from the first start on, for its owner alone', async () => {
    const keys = await openSecretKeys(embedded());
    expect(keys).toHaveLength(1);
    expect((await stat(join(dataDirectory, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await openSecretKeys(embedded())).toEqual(keys);
  });

  it('is what the environment says, where it says so, and none for a database of another place', async () => {
    const secretKeys = [randomBytes(32)];
    expect(await openSecretKeys({ ...embedded(), secretKeys })).toBe(secretKeys);
    expect(await openSecretKeys({ ...embedded(), databaseUrl: 'postgres://elsewhere/db' })).toEqual([]);
    await expect(readFile(join(dataDirectory, 'secret-key'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has to be given for a database of another place, before anything starts', () => {
    const given = { MAILROOM_DATA_DIR: dataDirectory, DATABASE_URL: 'postgres://elsewhere/db' };
    expect(() => loadConfig(given)).toThrow(/^MAILROOM_SECRET_KEY is missing: set it to what `openssl/);
    const key = randomBytes(32);
    expect(loadConfig({ ...given, MAILROOM_SECRET_KEY: key.toString('base64') }).secretKeys).toEqual([key]);
    expect(loadConfig({ MAILROOM_DATA_DIR: dataDirectory }).secretKeys).toBeUndefined();
  });

  it('is never made anew where the file holds something else', async () => {
    await writeFile(join(dataDirectory, 'secret-key'), 'nonsense\n');
    await expect(openSecretKeys(embedded())).rejects.toThrow(/secret-key holds no key/);
  });

  it('that is gone is asked for by its path, and nothing is changed', async () => {
    const test = await createTestDatabase();
    const secretKeys = await openSecretKeys(embedded());
    const database = new Database({ url: test.url, secretKeys });
    const insert = statement(
      'test-dkim',
      `insert into dkim_key (domain, selector, private_key, public_key, status) values ('a.test', 's', 'plain', '', 'active')`,
    );
    await database.query(insert);
    expect(await sealAll(database, embedded())).toBe(1);
    await rm(join(dataDirectory, 'secret-key'));
    const other = new Database({ url: test.url, secretKeys: await openSecretKeys(embedded()) });
    await expect(sealAll(other, embedded())).rejects.toThrow(`Put back the ${join(dataDirectory, 'secret-key')}`);
    expect(await sealAll(database, embedded())).toBe(0);
    await database.close();
    await other.close();
    await test.drop();
  });
});
