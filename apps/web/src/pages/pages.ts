import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { WebSurface } from '@mailroom/identity';
import { surfaces } from '../surface.js';
import { SITE } from './site.js';

/** Where the pages are built to hold what each answer puts in. */
const [BASE, NONCE] = ['__BASE__', '__NONCE__'];

const everywhere = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** The page of each interface, and the frame in which a message is shown. */
export class Pages {
  private constructor(
    private readonly documents: ReadonlyMap<string, string>,
    private readonly path: string,
  ) {}

  /** @throws if the interfaces are not built */
  static async load(baseUrl: string): Promise<Pages> {
    const names = [...surfaces, 'reader'];
    const texts = await Promise.all(names.map((name) => readFile(join(SITE, `${name}.html`), 'utf8')));
    return new Pages(new Map(names.map((name, at) => [name, texts[at] ?? ''])), new URL(baseUrl).pathname);
  }

  /** A page finds its scripts and its calls below its own base, however deep its address and whatever is in front of it. */
  answer(response: ServerResponse, surface: WebSurface): void {
    const nonce = randomBytes(16).toString('base64url');
    const headers = {
      ...everywhere,
      'content-security-policy': policyOfPages(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    };
    response.writeHead(200, headers).end(this.#document(surface, surface, nonce));
  }

  /**
   * The frame has an origin of its own, that of nobody, and runs one script of ours, which cleans the message and puts it
   * into a frame inside that runs none.
   */
  answerReader(response: ServerResponse, withImages: boolean): void {
    const headers = {
      ...everywhere,
      'content-security-policy': policyOfReader(withImages),
      'x-frame-options': 'SAMEORIGIN',
    };
    response.writeHead(200, headers).end(this.#document('reader', 'webmail', ''));
  }

  #document(name: string, surface: WebSurface, nonce: string): string {
    const base = `${this.path.replace(/\/$/, '')}/${surface}/`;
    return (this.documents.get(name) ?? '').replaceAll(BASE, base).replaceAll(NONCE, nonce);
  }
}

function policyOfPages(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Mail brings styles of its own, which nothing but its own frame shows. */
function policyOfReader(withImages: boolean): string {
  return [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src data:${withImages ? ' https: http:' : ''}`,
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
