import { canBeToken } from './can-be-token.js';
import { MailroomError } from './mailroom-error.js';

export type ClientOptions = {
  /** The address of the system, such as `http://localhost:8080`. */
  readonly baseUrl: string;
  /** "" for operations that need none. */
  readonly token: string;
  /** How often a repeatable call is repeated; default 2. */
  readonly retries?: number;
  /** The default is the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Makes a send or reply safe to repeat for 24 hours. */
  readonly idempotencyKey?: string;
  /** Further headers, such as a proof of payment. */
  readonly headers?: Readonly<Record<string, string>>;
};

type Parameters = {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly options?: CallOptions;
};

type Envelope = {
  readonly ok: boolean;
  readonly code: number;
  readonly message: string;
  readonly requestId: string;
  readonly data: unknown;
  readonly error?: { type: string; fix?: string; errors?: { field: string; message: string }[] };
};

/** A failure of a surface with plain bodies; what a program needs beside it, such as a quote, has names of its own. */
type PlainFailure = {
  readonly error: string;
  readonly message: string;
  readonly requestId?: string;
  /** The surface of wallets writes it like this. */
  readonly request_id?: string;
  readonly fix?: string;
  readonly errors?: { field: string; message: string }[];
};

const RETRIES = 2;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_SECONDS = 30;

/** Calls the API: unwraps envelopes, turns failures into errors, and repeats calls where that is harmless. */
export class ApiCaller {
  readonly #options: ClientOptions;
  /** What stands before the paths of the operations. */
  protected readonly prefix: string = '/api/agent/v1';

  constructor(options: ClientOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  /** The `data` of the answer. @throws MailroomError */
  protected async data<T>(method: string, path: string, parameters: Parameters): Promise<T> {
    const envelope = await this.#json<Envelope | null>(method, path, parameters);
    if (typeof envelope !== 'object' || envelope?.ok !== true) throw this.#unexpected();
    return envelope.data as T;
  }

  /** The answer of a surface whose answers have no envelope. @throws MailroomError */
  protected async plain<T>(method: string, path: string, parameters: Parameters): Promise<T> {
    return this.#json<T>(method, path, parameters);
  }

  /** Returns an answer that consists of bytes. @throws MailroomError */
  protected async bytes(method: string, path: string, parameters: Parameters): Promise<Uint8Array> {
    const response = await this.request(method, path, parameters);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** The answer to a call that succeeded. @throws MailroomError */
  protected async request(
    method: string,
    path: string,
    parameters: Parameters,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const retries = this.#options.retries ?? RETRIES;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#once(method, path, parameters, headers);
      } catch (error) {
        const failure = asMailroomError(error, this.#options.baseUrl, parameters.options?.signal);
        if (attempt >= retries || !mayRepeat(failure, method, parameters)) throw failure;
        await pause(failure, attempt, parameters.options?.signal);
      }
    }
  }

  /** An answer can still break off after its head has come, or be the page of something else. */
  async #json<T>(method: string, path: string, parameters: Parameters): Promise<T> {
    const response = await this.request(method, path, parameters);
    try {
      return (await response.json()) as T;
    } catch (error) {
      if (Object(error).name === 'SyntaxError') throw this.#unexpected(response.status, error);
      throw asMailroomError(error, this.#options.baseUrl, parameters.options?.signal);
    }
  }

  #unexpected(status = 200, cause?: unknown): MailroomError {
    const message = `What answers${atOrigin(this.#options.baseUrl)} is not this API of Mailroom.`;
    return new MailroomError(
      'unexpected_answer',
      message,
      { status, fix: 'Check the address of the service.' },
      { cause },
    );
  }

  async #once(
    method: string,
    path: string,
    { query = {}, body, options = {} }: Parameters,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { baseUrl, token, fetch = globalThis.fetch } = this.#options;
    refuseUnsendable(token);
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(
      Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ).toString();
    const response = await fetch(`${baseUrl}${this.prefix}${path}${search ? `?${search}` : ''}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });
    if (response.ok) return response;
    throw await failureOf(response);
  }
}

/** `fetch` would fail as if nobody had answered, and with the token in its message. */
function refuseUnsendable(token: string): void {
  if (canBeToken(token)) return;
  throw new MailroomError('invalid_token', 'The token is not valid: it holds characters that no token has.', {
    status: 401,
    fix: 'Check that it was copied whole.',
  });
}

async function failureOf(response: Response): Promise<MailroomError> {
  const body = (await response.json().catch(() => null)) as Envelope | PlainFailure | null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const { type = 'internal_error', fix, errors } = whatFailed(body);
  const requestId = body?.requestId ?? (body as PlainFailure | null)?.request_id;
  return new MailroomError(type, body?.message ?? `The server answered ${response.status}.`, {
    status: response.status,
    ...(fix !== undefined && { fix }),
    ...(errors !== undefined && { errors }),
    ...(requestId !== undefined && { requestId }),
    ...(body && { body: { ...body } }),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}

function whatFailed(body: Envelope | PlainFailure | null): Partial<NonNullable<Envelope['error']>> {
  if (typeof body?.error !== 'string') return body?.error ?? {};
  const { error: type, fix, errors } = body as PlainFailure;
  return { type, ...(fix !== undefined && { fix }), ...(errors && { errors }) };
}

/** A call without an answer as an error that says where it went; what the caller called off stays what it is. */
export function asMailroomError(error: unknown, baseUrl: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof MailroomError || signal?.aborted) return error;
  const origin = originOf(baseUrl);
  const reason = reasonOf(error).replaceAll(baseUrl || origin, origin);
  const message = `The service could not be reached${atOrigin(baseUrl)}: ${reason}.`;
  return new MailroomError('unreachable', message, { status: 0 }, { cause: error });
}

/** An address may hold a password, which `fetch` refuses and quotes. */
function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
}

function atOrigin(baseUrl: string): string {
  const origin = originOf(baseUrl);
  return origin && ` at ${origin}`;
}

/** `fetch` says only that it failed. Its cause says why, or no more than a code where several addresses were tried. */
function reasonOf(error: unknown): string {
  const { message, code } = Object(Object(error).cause) as { readonly message?: unknown; readonly code?: unknown };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so its address begins with http://';
  if (typeof message === 'string' && message !== '') return message.trim();
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.message : String(error);
}

/** Any call that was refused can be repeated; a call without an answer only if repeating it is harmless. */
function mayRepeat(error: unknown, method: string, { body, options }: Parameters): boolean {
  if (!(error instanceof MailroomError)) return false;
  if (error.status === 429 || error.status === 503) return true;
  const hasKey = options?.idempotencyKey !== undefined || Boolean(body && 'idempotencyKey' in body);
  return error.status === 0 && (method !== 'POST' || hasKey);
}

async function pause(error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const asked = error instanceof MailroomError ? error.details.retryAfterSeconds : undefined;
  const seconds = Math.min(asked ?? (FIRST_PAUSE_MS * 2 ** attempt) / 1_000, LONGEST_PAUSE_SECONDS);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
