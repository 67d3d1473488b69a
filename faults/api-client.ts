import type { Random } from './random.js';

/** What an agent reads from an answer; `status` 0 means that there was none. */
export type Answer = {
  readonly status: number;
  readonly data: unknown;
  /** The `error.type` of a failure; else "". */
  readonly problem: string;
  readonly sentAt: number;
  readonly answeredAt: number;
};

const ANSWER_MS = 60_000;

/** The API as an agent uses it, through any replica that is up. */
export class ApiClient {
  constructor(
    private readonly ports: () => readonly number[],
    private readonly token: string,
    private readonly random: Random,
  ) {}

  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const sentAt = Date.now();
    const port = this.random.one(this.ports());
    const nothing = { status: 0, data: null, problem: '' };
    if (port === undefined) return { ...nothing, sentAt, answeredAt: Date.now() };
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/agent/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data, error } = (await response.json()) as { data: unknown; error?: { type: string } | null };
      return { status: response.status, data, problem: error?.type ?? '', sentAt, answeredAt: Date.now() };
    } catch {
      return { ...nothing, sentAt, answeredAt: Date.now() };
    }
  }

  /** The message as it came in; null if it could not be read. */
  async raw(emailId: number): Promise<Buffer | null> {
    const port = this.random.one(this.ports()) ?? 0;
    const response = await fetch(`http://127.0.0.1:${port}/api/agent/v1/emails/${emailId}/raw`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
  }
}
