import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SITE } from './site.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The worker that holds a person's keys, and what it decrypts with them, can reach nobody: all that it may load is its own
 * scripts. The one that locks keys (Argon2) is in WebAssembly, which is allowed here and on no page.
 */
const WORKER = /^pgp-worker-/;
const POLICY_OF_WORKER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

type Asset = { readonly type: string; readonly plain: Buffer; readonly gzip: Buffer; readonly br: Buffer };

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * The scripts and styles of the interfaces, which are few: they are read and compressed once, when the process starts.
 * Each is named after its content, so a browser keeps it for ever.
 */
export class Assets {
  private constructor(private readonly byName: ReadonlyMap<string, Asset>) {}

  static async load(): Promise<Assets> {
    const folder = join(SITE, 'assets');
    const names = await readdir(folder);
    const assets = await Promise.all(
      names.map(async (name): Promise<[string, Asset]> => {
        const plain = await readFile(join(folder, name));
        const [zipped, br] = await Promise.all([compress.gzip(plain), compress.br(plain, brotli)]);
        return [name, { type: types[extname(name)] ?? 'application/octet-stream', plain, gzip: zipped, br }];
      }),
    );
    return new Assets(new Map(assets));
  }

  /** Returns false if there is none of this name. */
  answer(request: IncomingMessage, response: ServerResponse, name: string): boolean {
    const asset = this.byName.get(name);
    if (!asset) return false;
    const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one));
    const bytes = asset[encoding ?? 'plain'];
    response.writeHead(200, {
      'content-type': asset.type,
      'content-length': bytes.length,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      // The frame of a message has the origin of nobody, and loads its script from here all the same.
      'access-control-allow-origin': '*',
      ...(WORKER.test(name) && { 'content-security-policy': POLICY_OF_WORKER }),
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return true;
  }
}

function accepts({ headers }: IncomingMessage, encoding: string): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((one) => one.trim().split(';')[0] === encoding && !/q=0(\.0*)?$/.test(one));
}
