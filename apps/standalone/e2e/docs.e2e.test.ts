import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('the description of the API', () => {
  it('is the same at the root and below the prefix', async () => {
    const read = async (path: string) => (await fetch(`${mailroom.manager.baseUrl}${path}`)).text();
    expect(await read('/openapi.json')).toBe(await read('/api/agent/v1/openapi.json'));
    expect(await read('/docs')).toBe(await read('/api/agent/v1/docs'));
  });

  it('is where the root leads, or to the pages of people where they are served beside it', async () => {
    const isAlone = mailroom.apiUrls[0] !== mailroom.baseUrl;
    const get = (path: string) => fetch(`${mailroom.manager.baseUrl}${path}`, { redirect: 'manual' });
    for (const path of ['/', '/?from=elsewhere']) {
      const { status, headers } = await get(path);
      expect({ status, location: headers.get('location') }).toEqual({
        status: 302,
        location: isAlone ? '/docs' : '/app/',
      });
    }
    expect((await get('//elsewhere')).status).toBe(404);
  });

  it('is a page whose scripts and styles are all its own, and that shows the document beside it', async () => {
    const { baseUrl } = mailroom.manager;
    const response = await fetch(`${baseUrl}/docs`);
    const html = await response.text();
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => new URL(path ?? '', `${baseUrl}/docs`),
    );
    expect(parts.map(({ pathname }) => pathname)).toEqual([
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/start.js',
    ]);
    const texts = await Promise.all(parts.map(async (url) => (await fetch(url)).text()));
    expect(texts[1]).toContain('SwaggerUIBundle');
    const [, described] = /url: '([^']+)'/.exec(texts[2] ?? '') ?? [];
    const document = await (await fetch(new URL(described ?? '', `${baseUrl}/docs`))).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Mailroom agent mailbox API' } });
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('serves its own files and no others', async () => {
    const { baseUrl } = mailroom.manager;
    for (const path of ['/docs/start.js', '/docs/swagger-ui.css'])
      expect((await fetch(`${baseUrl}${path}`)).status).toBe(200);
    for (const path of [
      '/docs/package.json',
      '/docs/..%2fpackage.json',
      '/docs/constructor',
      '/docsy',
      '/openapi.jsonx',
    ]) {
      expect((await fetch(`${baseUrl}${path}`)).status).toBe(404);
    }
  });
});
