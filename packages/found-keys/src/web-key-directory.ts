import { Agent, request } from 'node:https';
import { AddressRefusedError, checkedLookup, type AllowPrivate, type Lookup } from '@mailroom/egress';
import { KeyRefusal, readPublishedKeys, webKeyHash, type PublishedKeys } from '@mailroom/openpgp';

export class WebKeyOptions {
  constructor(
    readonly allowPrivate: AllowPrivate,
    /** What tests use instead of the look-up that fits `allowPrivate`, the roots of the system, and the usual port. */
    readonly test: { readonly lookup?: Lookup; readonly ca?: string; readonly port?: number } = {},
  ) {}
}

/** What a directory answered: keys, none, or nothing that says either. */
export type DirectoryAnswer = PublishedKeys | 'none' | 'failed';

/** For both methods together. */
export const LOOK_UP_MS = 6_000;
/** A key that we take has no more than this as text; base64 makes four bytes of three. */
const MAX_BYTES = 48 * 1024;
/** Only where the name does not exist is the other method tried: a server that fails must not lead to another one. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Asks the Web Key Directory of a domain (draft-koch-openpgp-webkey-service §3.1), which is a stranger's server. */
export class WebKeyDirectory {
  readonly #agent: Agent;

  constructor(private readonly options: WebKeyOptions) {
    const { ca, lookup } = options.test;
    const checked = checkedLookup(options.allowPrivate, lookup);
    this.#agent = new Agent({ keepAlive: false, lookup: checked, ...(ca && { ca }) });
  }

  /** @param isOwn whether a user id with this address names the one that is looked for */
  async find(localPart: string, domain: string, isOwn: (address: string) => boolean): Promise<DirectoryAnswer> {
    if (!NAME.test(domain)) return 'none';
    const signal = AbortSignal.timeout(LOOK_UP_MS);
    const path = `hu/${webKeyHash(localPart)}?l=${encodeURIComponent(localPart)}`;
    try {
      const bytes =
        (await this.#get(`openpgpkey.${domain}`, `${domain}/${path}`, signal)) ??
        (await this.#get(domain, path, signal));
      return bytes === null || bytes.length === 0 ? 'none' : await readPublishedKeys(bytes, isOwn);
    } catch (error) {
      // A key that can't be taken is none; anything else that a stranger's server does says nothing.
      return error instanceof KeyRefusal ? 'none' : 'failed';
    }
  }

  /** The body; empty where there is no such key, and null where there is no such host. */
  async #get(host: string, path: string, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await this.#fetch(host, `/.well-known/openpgpkey/${path}`, signal);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  #fetch(host: string, path: string, signal: AbortSignal): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const headers = {
        'user-agent': 'Mailroom-Keys',
        accept: 'application/octet-stream',
        'accept-encoding': 'identity',
      };
      const { port = 443 } = this.options.test;
      const call = request({ host, port, path, agent: this.#agent, signal, headers }, (response) => {
        const status = response.statusCode ?? 0;
        const refuse = (error: Error) => {
          reject(error);
          call.destroy();
        };
        // Redirects are not followed: they would lead us where others choose.
        if (status === 404) resolve(Buffer.alloc(0));
        if (status !== 200) return refuse(new Error(`The directory answered ${status}.`));
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_BYTES) refuse(new KeyRefusal('is too large'));
          else chunks.push(chunk);
        });
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', reject);
      });
      call.on('error', reject);
      // Whatever ends the connection without an answer ends the wait; after one, this says nothing.
      call.on('close', () => reject(new Error('The directory closed the connection.')));
      call.end();
    });
  }
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof AddressRefusedError)) return false;
  const { code } = (error.cause ?? {}) as { readonly code?: string };
  return code !== undefined && ABSENT.has(code);
}
