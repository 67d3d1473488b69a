import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import send, { type SendResult } from '@fastify/send';

type Site = { readonly folder: string; readonly prefix: string };

/** What a bundler names after its content (`/assets/index-BdQq4o_z.js`): another content has another name. */
const NAMED_BY_CONTENT = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Whoever keeps it asks each time whether it is still the same. */
const ASK_FIRST = 'no-cache';

/**
 * Serves a folder below a prefix, to GET and HEAD: each file with its type, `ETag` and `Last-Modified`, and a folder as
 * its `index.html`. The first such page also answers a navigation to whatever is no file, because the routes of a site
 * begin in the browser. Dot files, and what lies outside the folder, are not found.
 */
export function staticFiles(folder: string, prefix: string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    // The client went away, or the file did, after the answer had begun.
    serve(request, response, { folder, prefix }).catch(() => response.destroy());
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, { allow: 'GET, HEAD' });
  const path = pathBelow(site.prefix, request.url ?? '/');
  const named = await find(request, site, path);
  const isNamed = named.type === 'file';
  const found = isNamed || !isNavigation(request) ? named : await find(request, site, '/');
  if (found.type !== 'file') return refuse(response, found.statusCode === 412 ? 412 : 404);
  response.writeHead(found.statusCode, {
    ...found.headers,
    'cache-control': isNamed && NAMED_BY_CONTENT.test(path) ? FOR_EVER : ASK_FIRST,
    'x-content-type-options': 'nosniff',
  });
  await pipeline(found.stream, response);
}

function find(request: IncomingMessage, { folder }: Site, path: string): Promise<SendResult> {
  return send(request, path, { root: folder, acceptRanges: false, cacheControl: false });
}

/** Whether a person goes to a page: scripts, images and calls of a program do not ask for HTML. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

function pathBelow(prefix: string, url: string): string {
  const [path = ''] = url.slice(prefix.replace(/\/$/, '').length).split('?', 1);
  return path === '' ? '/' : path;
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(`${STATUS_CODES[status] ?? ''}\n`);
}
