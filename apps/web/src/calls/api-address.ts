import { HOP_HEADER, type HttpFront } from '@mailroom/runtime';

/** Where the APIs are, and how they learn for whom this process calls them. */
export class ApiAddress {
  constructor(
    private readonly front: HttpFront,
    private readonly elsewhere: string,
  ) {}

  /** This process itself where it serves the path; the path of the address elsewhere stays in front of it. */
  urlOf(path: string): URL {
    return new URL(`${this.#isHere(path) ? this.front.localUrl : this.elsewhere}${path}`);
  }

  /** The headers that name the client; elsewhere they are believed if this process is one of the trusted proxies. */
  headersFor(path: string, client: string): Record<string, string> {
    if (this.#isHere(path)) return { [HOP_HEADER]: `${this.front.hopKey} ${client}` };
    return { 'x-forwarded-for': client };
  }

  #isHere(path: string): boolean {
    return this.front.serves(path);
  }
}
