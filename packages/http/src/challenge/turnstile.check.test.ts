import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TurnstileCheck } from './turnstile.check.js';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      if (form.get('response') === 'broken') response.writeHead(500);
      response.end(JSON.stringify({ success: form.get('secret') === 'sec ret' && form.get('response') === 'good&1' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('the Turnstile challenge', () => {
  it('is passed with the token that the page gave', async () => {
    await expect(new TurnstileCheck({ secret: 'sec ret', url }).require('good&1')).resolves.toBeUndefined();
  });

  it.each([[undefined], [''], ['bad']])('is not passed with %j', async (token) => {
    const check = new TurnstileCheck({ secret: 'sec ret', url }).require(token);
    await expect(check).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field: 'turnstileToken' }] });
  });

  it('lets nobody through while it can not be checked', async () => {
    const secret = 'sec ret';
    await expect(new TurnstileCheck({ secret, url }).require('broken')).rejects.toMatchObject({ code: 'unavailable' });
    const away = new TurnstileCheck({ secret, url: 'http://127.0.0.1:1/' });
    await expect(away.require('good&1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('asks nobody where the installation has none', async () => {
    await expect(new TurnstileCheck(null).require(undefined)).resolves.toBeUndefined();
  });
});
