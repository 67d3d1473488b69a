import type { Answer } from './api-client.js';

/** The surface of hosted mailboxes as a client sees it, with one token or, to sign up, with none. */
export class HostedClient {
  constructor(
    readonly baseUrl: string,
    readonly token = '',
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  /** The body of a call that must succeed. */
  async data(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const { status, body: answer } = await this.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}
