import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@mailroom/testing';
import { Database, statement } from '../src/index.js';

const one = statement('test-one', 'select 1 as one');
const connections = statement(
  'test-connections',
  'select count(*) as count from pg_stat_activity where application_name = $1',
);

describe('a database', () => {
  it('has closed its connections when it is closed, so that the server may be stopped at once', async () => {
    const test = await createTestDatabase();
    const observer = new Database({ url: test.url });
    await observer.query(one);
    for (let round = 0; round < 10; round += 1) {
      const closing = new Database({ url: test.url, poolSize: 8, applicationName: 'closing' });
      await Promise.all(Array.from({ length: 8 }, () => closing.query(one)));
      await closing.close();
      expect(await observer.query(connections, ['closing'])).toEqual([{ count: 0 }]);
    }
    await observer.close();
    await test.drop();
  });
});
