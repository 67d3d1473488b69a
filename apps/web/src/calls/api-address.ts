import { HOP_HEADER, type HttpFront } from '@mailroom/runtime';
import { surfaces } from '../surface.js';

/** Where an API is: below a path, at an address. */
export type ApiPlace = { readonly prefix: string; readonly url: string };

/** Finds the APIs, and tells them for whom this process calls. */
export class ApiAddress {
  /** @param baseUrl where they are if neither this process nor one of the places serves a path */
  constructor(
    private readonly front: HttpFront,
    private readonly places: readonly ApiPlace[],
    private readonly baseUrl: string,
  ) {}

  urlOf(path: string): URL {
    if (this.#isHere(path)) return new URL(`${this.front.localUrl}${path}`);
    const place = this.places.find(({ prefix }) => path.startsWith(`${prefix}/`));
    return new URL(`${place?.url ?? this.baseUrl}${path}`);
  }

  /** The headers that name the client; elsewhere they are believed if this process is one of the trusted proxies. */
  headersFor(path: string, client: string): Record<string, string> {
    if (this.#isHere(path)) return { [HOP_HEADER]: `${this.front.hopKey} ${client}` };
    return { 'x-forwarded-for': client };
  }

  /** Below the path of an interface there may be an API elsewhere: `/admin/api`. */
  #isHere(path: string): boolean {
    const prefix = this.front.prefixFor(path);
    return prefix !== undefined && !surfaces.some((surface) => prefix === `/${surface}`);
  }
}
