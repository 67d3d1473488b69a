import { expect, it } from '@jest/globals';
import { HttpFront } from './http-front.js';

it('says that it is not ready where the answer does not come', async () => {
  const front = new HttpFront(() => new Promise<boolean>(() => {}));
  const { port } = await front.listen('127.0.0.1', 0);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await front.close();
});
