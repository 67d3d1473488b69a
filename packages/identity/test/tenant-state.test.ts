import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { tenantMayNot, tenantStanding } from '../src/index.js';

let created: TestDatabase;
let database: Database;
beforeAll(async () => {
  created = await createTestDatabase();
  database = new Database({ url: created.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

const insert = statement('test-tenant', 'insert into tenant (id, name, status) values ($1, $1, $2)');
const judge = statement('test-tenant-may-not', tenantMayNot('send', `(${tenantStanding('$1')}) s`));
const mayNotSend = async (id: string) => (await database.query(judge, [id])).length > 0;

it('lets an active tenant send, and neither a suspended one nor one that does not exist', async () => {
  await database.query(insert, ['tnt_active', 'active']);
  await database.query(insert, ['tnt_suspended', 'suspended']);
  expect(await mayNotSend('tnt_active')).toBe(false);
  expect(await mayNotSend('tnt_suspended')).toBe(true);
  expect(await mayNotSend('tnt_unheard_of')).toBe(true);
});
