import { asMailroomError } from '@mailroom/client';
import { messageLines, messagesOf } from './message-lines.js';

const INTERNAL_ERROR = -32_603;
const PARSE_ERROR = -32_700;

type Id = string | number;
type Message = {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly requestId?: Id };
  readonly result?: { readonly protocolVersion?: unknown };
};

export type BridgeSettings = {
  readonly baseUrl: string;
  readonly token: string;
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
};

/**
 * Speaks MCP over standard input and output for clients that know nothing else, and hands every message on to the
 * service, which answers it: a line for a line, several at once, until the input ends.
 */
export class StdioBridge {
  readonly #underWay = new Map<Id, AbortController>();
  /** What the service and the client have settled on; later requests name it. */
  #version: string | undefined;

  constructor(private readonly settings: BridgeSettings) {}

  async run(): Promise<void> {
    const answers = new Set<Promise<void>>();
    for await (const line of messageLines(this.settings.input)) {
      const answer = this.#handOn(line).finally(() => answers.delete(answer));
      answers.add(answer);
      // What comes after it may build on what it settles.
      if (line.includes('"initialize"')) await answer;
      if (this.settings.signal.aborted) break;
    }
    await Promise.all(answers);
  }

  async #handOn(line: string): Promise<void> {
    const message = parsed(line);
    if (!message)
      return this.#write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'This line is not JSON.' } });
    if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId);
    const stop = new AbortController();
    if (message.id !== undefined) this.#underWay.set(message.id, stop);
    try {
      for await (const answer of this.#ask(line, AbortSignal.any([stop.signal, this.settings.signal]))) {
        this.#remember(message, answer);
        // One message is one line.
        this.settings.write(`${answer.replace(/\r?\n/g, ' ')}\n`);
      }
    } catch (error) {
      // A request that was cancelled gets no answer (MCP, "Cancellation").
      if (message.id !== undefined && !stop.signal.aborted) this.#fail(message.id, error);
    } finally {
      if (message.id !== undefined) this.#underWay.delete(message.id);
    }
  }

  async *#ask(line: string, signal: AbortSignal): AsyncGenerator<string> {
    const { baseUrl, token } = this.settings;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-agent-token': token,
        ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
      },
      body: line,
      signal,
    }).catch((error: unknown) => {
      throw asMailroomError(error, baseUrl, signal);
    });
    if (!response.ok) throw new Error(parsedError(await response.text()) ?? `The service answered ${response.status}.`);
    const body = (response.body ?? []) as unknown as AsyncIterable<Uint8Array>;
    for await (const message of messagesOf(response.headers.get('content-type') ?? '', body))
      if (message !== '') yield message;
  }

  #remember({ method }: Message, answer: string): void {
    const version = method === 'initialize' ? parsed(answer)?.result?.protocolVersion : undefined;
    if (typeof version === 'string') this.#version = version;
  }

  #cancel(id: Id | undefined): void {
    if (id !== undefined) this.#underWay.get(id)?.abort();
  }

  #fail(id: Id, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#write({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
  }

  #write(message: object): void {
    this.settings.write(`${JSON.stringify(message)}\n`);
  }
}

function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** What a refusal says, with what to do about it. */
function parsedError(text: string): string | undefined {
  const { error } = (parsed(text) ?? {}) as { error?: { message?: string; data?: { fix?: string } } };
  return error?.message && [error.message, error.data?.fix].filter((part) => part !== undefined).join(' ');
}
