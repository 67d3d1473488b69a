import type { IncomingMessage } from 'node:http';
import type { WebSurface } from '@mailroom/identity';

const SECRET = /^[\w-]{43}$/;

/**
 * The cookie of an interface. Over TLS its name has the prefix `__Host-`, so that no neighbour of the domain can plant
 * one (RFC 6265bis §4.1.3.2).
 */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(surface: WebSurface, isSecure: boolean) {
    this.#name = `${isSecure ? '__Host-' : ''}mailroom-${surface}`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** The secret that a request brings; undefined if it brings none, or two. */
  secretOf({ headers }: IncomingMessage): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    const [found, ...others] = pairs.filter(([name]) => name === this.#name).map(([, value = '']) => value);
    return found !== undefined && others.length === 0 && SECRET.test(found) ? found : undefined;
  }

  holding(secret: string, expiresAt: Date): string {
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
    return `${this.#name}=${secret}; Max-Age=${seconds}; ${this.#attributes}`;
  }

  get gone(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }
}
