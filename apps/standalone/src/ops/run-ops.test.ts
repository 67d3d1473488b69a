import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { createTestDatabase, TEST_SECRET_KEY } from '@mailroom/testing';
import { runOps } from './run-ops.js';

describe("the operator's command", () => {
  it.each(['help', '--help', '-h'])('gives its list to whoever asks with %s', async (word) => {
    const stdout = expect.stringContaining('tokens issue');
    expect(await runOps([word], {})).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each([[['tokens', 'isue']], [['tokens']], [['constructor']], [['nothing', 'of', 'that']]])(
    'names the command of %j, which is not on its list',
    async (words) => {
      const end = `\nThere is no command "${words.slice(0, 2).join(' ')}".\n`;
      const { code, stdout, stderr } = await runOps(words, {});
      expect({ code, stdout, end: stderr.slice(-end.length) }).toEqual({ code: 2, stdout: '', end });
      expect(stderr).toContain('tokens issue');
    },
  );

  it.each([[['domains', 'list']], [['tokens', 'issue']], [['installation', 'prepare', 'a.test']], [['move']]])(
    'makes no installation for %j where there is none',
    async (words) => {
      const empty = await mkdtemp(join(tmpdir(), 'mailroom-none-'));
      const target = { MOVE_TO_DATABASE_URL: 'postgres://127.0.0.1:1/x', MOVE_TO_BLOB_STORE_URL: 'file:///tmp/x' };
      const { code, stderr } = await runOps(words, { MAILROOM_DATA_DIR: empty, ...target });
      const left = await readdir(empty);
      await rm(empty, { recursive: true });
      const says = `There is no installation in ${empty}: set MAILROOM_DATA_DIR to its data directory.\n`;
      expect({ code, stderr, left }).toEqual({ code: 1, stderr: says, left: [] });
    },
  );

  it('makes a token for an installation that is still to come', async () => {
    const nowhere = { MAILROOM_DATA_DIR: join(tmpdir(), 'mailroom-to-come'), DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const { code, stdout } = await runOps(['tokens', 'operator', '--json'], nowhere);
    expect({ code, made: JSON.parse(stdout) }).toEqual({ code: 0, made: [{ token: expect.stringMatching(/^mro_/) }] });
    expect((await runOps(['tokens', 'operator', 'x'], nowhere)).stderr).toBe('"x" is one argument too many.\n');
  });

  it('fails where the ledger does not add up, and shows where', async () => {
    const test = await createTestDatabase();
    const env = { DATABASE_URL: test.url, MAILROOM_SECRET_KEY: TEST_SECRET_KEY };
    const verify = () => runOps(['ledger', 'verify'], env);
    expect(await verify()).toEqual({ code: 0, stdout: 'nothing\n', stderr: '' });
    const database = new Database({ url: test.url });
    const tenant = uuidv7();
    await database.query(statement('test-tenant', `insert into tenant (id, name) values ($1, 'Test')`), [tenant]);
    await database.query(statement('test-gift', `insert into credit_account (tenant_id, available) values ($1, 5)`), [
      tenant,
    ]);
    await database.close();
    const stdout = expect.stringContaining(tenant);
    expect(await verify()).toEqual({ code: 1, stdout, stderr: 'The ledger does not add up.\n' });
    await test.drop();
  });
});
