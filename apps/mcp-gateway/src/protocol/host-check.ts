import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@mailroom/errors';
import { McpSettings } from '../mcp-settings.js';

/** A host and perhaps a port, and nothing else of a URL (RFC 9110 §7.2). */
const hostForm = /^[^\s/?#@\\]+$/;

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests that a page of another site makes a browser send, also one that has pointed its own name at this
 * machine (DNS rebinding): they name another host, or come from another origin.
 */
@Injectable()
export class HostCheck {
  readonly #hosts: ReadonlySet<string>;

  constructor({ baseUrl, allowedHosts }: McpSettings) {
    const own = new URL(baseUrl).hostname;
    this.#hosts = new Set([own, ...allowedHosts, ...(loopback.has(own) ? loopback : [])]);
  }

  /** @throws forbidden_origin */
  require({ headers }: IncomingMessage): void {
    const { host, origin } = headers;
    const named = host !== undefined && hostForm.test(host) ? hostnameOf(`http://${host}`) : null;
    const from = origin === undefined ? undefined : hostnameOf(origin);
    if (named === null || !this.#hosts.has(named)) throw refused('Host', 'the host of this endpoint');
    if (from !== undefined && (from === null || !this.#hosts.has(from)))
      throw refused('Origin', 'an origin that may call');
  }
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

function refused(header: string, what: string): DomainError {
  return new DomainError('forbidden_origin', `The header ${header} does not name ${what}.`, {
    fix: 'Call the address that the installation has been given; its operator can allow others with MCP_ALLOWED_HOSTS.',
  });
}
