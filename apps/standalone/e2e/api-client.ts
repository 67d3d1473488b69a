/** What a test reads from an answer; the test's own type says what it expects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are JSON, and the assertions are their types
export type Answer = { status: number; body: any; headers: Headers };

/** The API as a client sees it, with one token. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string,
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/agent/v1${path}`, {
      method,
      headers: {
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await bodyOf(response), headers: response.headers };
  }

  /** The data of a call that must succeed. */
  async data(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const { status, body: answer } = await this.call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }
}

/** A stream does not end by itself, so this reports only that it began. */
async function bodyOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json();
  await response.body?.cancel();
  return { ok: true, code: response.status, requestId: response.headers.get('x-request-id') };
}
