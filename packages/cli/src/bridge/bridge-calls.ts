import { createHmac, randomUUID } from 'node:crypto';
import { readKey } from 'openpgp';
import type { Key, PrivateKey } from 'openpgp';
import type { PlainFile } from '@mailroom/pgp-mail';
import { DecryptedAnswers } from './decrypted-answer.js';
import { RecipientKeys } from './recipient-keys.js';
import { headersOf, type Registration } from './registration.js';
import { sealed, SealRefusal, type Encryption, type Original, type Outgoing } from './sealed-send.js';

const API = '/api/agent/v1';
/** What MCP of 2026-07-28 wants of every result, and earlier ones don't mind. */
const COMPLETE = { resultType: 'complete' };
const SEND_TOOLS = new Set(['send_email', 'reply_to_message']);

export type Call = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
};

export type BridgeSettings = {
  readonly baseUrl: string;
  readonly token: string;
  readonly key: PrivateKey;
  readonly registration: Registration;
  /** Files with public keys of recipients. */
  readonly recipients: readonly string[];
  readonly address: string;
  readonly accountId: number | undefined;
};

type Answer = { readonly status: number; readonly body: unknown };

/** What the bridge does with calls: it makes them in the name of the agent, decrypts answers, and encrypts what is sent. */
export class BridgeCalls {
  readonly #answers: DecryptedAnswers;
  #port = 0;

  private constructor(
    private readonly settings: BridgeSettings,
    private readonly keys: RecipientKeys,
  ) {
    this.#answers = new DecryptedAnswers(
      settings.key,
      (emailId) => this.#raw(emailId),
      (emailId, index) => `http://127.0.0.1:${this.#port}${API}/emails/${emailId}/decrypted-attachments/${index}`,
    );
  }

  static async from(settings: BridgeSettings): Promise<BridgeCalls> {
    const calls: { made?: BridgeCalls } = {};
    const ask = (path: string) => (calls.made as BridgeCalls).#get(path);
    const keys = await RecipientKeys.from(settings.recipients, ask);
    return (calls.made = new BridgeCalls(settings, keys));
  }

  servedAt(port: number): void {
    this.#port = port;
  }

  /** The call as the service answers it, with what it releases to this bridge. */
  async ask({ method, url, headers, body, signal }: Call): Promise<Response> {
    return fetch(`${this.settings.baseUrl}${url}`, {
      method,
      headers: { ...headers, ...headersOf(this.settings.registration) },
      ...(body && body.length > 0 && { body: body as unknown as string }),
      redirect: 'manual',
      signal,
    });
  }

  decrypted(answer: unknown): Promise<unknown> {
    return this.#answers.of(answer);
  }

  /** Null where there is none. */
  async attachment(emailId: number, index: number): Promise<PlainFile | null> {
    const response = await this.#get(`/emails/${emailId}`);
    if (!response.ok) return null;
    const { data } = (await response.json()) as {
      data: { encryptedContent?: { ciphertext: string; envelope: string } };
    };
    if (!data.encryptedContent) return null;
    const { attachments } = await this.#answers.plain(emailId, data.encryptedContent);
    return attachments[index] ?? null;
  }

  /** Sends or answers, encrypted where it can be. */
  async send(isReply: boolean, call: Call): Promise<Answer> {
    const body = jsonOf(call.body) as (Outgoing & { emailId?: number }) | null;
    // The service says what is wrong with it, and sends nothing.
    if (!isCall(body)) return answerOf(await this.ask(call));
    const original = isReply ? await this.#original(Number(body.emailId)) : null;
    const { key, address, registration } = this.settings;
    // Whoever has not the secret can't try out what was said.
    const meaningOf = (said: Outgoing) =>
      createHmac('sha256', registration.secret).update(JSON.stringify(said)).digest('hex');
    const own = { signing: key, alsoFor: await this.#ownKeys(), address, meaningOf };
    try {
      const { body: sent, encryption } = await sealed(body, original, this.keys, own);
      return await this.#sent(call, sent, encryption);
    } catch (error) {
      if (!(error instanceof SealRefusal)) throw error;
      const { message } = error;
      return {
        status: 409,
        body: { ok: false, code: 409, message, requestId: '', data: null, error: { type: 'not_encrypted' } },
      };
    }
  }

  /** The answer to a tool that sends; null for every other message, which the service answers. */
  async sendByTool(call: Call): Promise<object | null> {
    const message = jsonOf(call.body) as {
      id?: unknown;
      method?: string;
      params?: { name?: string; arguments?: Outgoing };
    } | null;
    const name = message?.params?.name ?? '';
    if (message?.method !== 'tools/call' || !SEND_TOOLS.has(name)) return null;
    const isReply = name === 'reply_to_message';
    const { authorization = '', 'x-agent-token': token = '' } = call.headers;
    const credential = authorization === '' ? { 'x-agent-token': token } : { authorization };
    const { idempotencyKey = randomUUID(), ...given } = message.params?.arguments ?? {};
    const list = (value: unknown) => (typeof value === 'string' ? [value] : (value as string[] | undefined));
    const lists = Object.fromEntries(
      (['to', 'cc', 'bcc'] as const).flatMap((field) =>
        given[field] === undefined ? [] : [[field, list(given[field])]],
      ),
    );
    const { status, body } = await this.send(isReply, {
      ...call,
      url: `${API}/${isReply ? 'reply' : 'send'}`,
      headers: { ...credential, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ ...given, ...lists, idempotencyKey })),
    });
    return { jsonrpc: '2.0', id: message.id, result: toolResult(status, body, idempotencyKey) };
  }

  async #sent(call: Call, sent: object, encryption: Encryption): Promise<Answer> {
    const headers = { ...call.headers, 'content-type': 'application/json' };
    const response = await this.ask({ ...call, headers, body: Buffer.from(JSON.stringify(sent)) });
    const answer = (await response.json()) as { data?: object | null };
    if (!response.ok || !answer.data) return { status: response.status, body: answer };
    return { status: response.status, body: { ...answer, data: { ...answer.data, encryption } } };
  }

  async #original(emailId: number): Promise<Original | null> {
    const response = await this.#get(`/emails/${emailId}`);
    if (response.status === 404 || response.status === 400) return null;
    // Without it nobody knows whether the answer has to be encrypted.
    if (!response.ok) throw new Error(`the service answered ${response.status} when asked for the email`);
    return ((await response.json()) as { data: Original }).data;
  }

  /** What is sent can be read again by this bridge, and by the owner of the mailbox. */
  async #ownKeys(): Promise<Key[]> {
    const { accountId, key } = this.settings;
    const response = await this.#get(`/keys${accountId === undefined ? '' : `?accountId=${accountId}`}`);
    const own = [key.toPublic()];
    if (!response.ok) return own;
    const { data } = (await response.json()) as {
      data: { items: { kind: string; publicKey: string; replacedAt: string | null }[] };
    };
    const owner = data.items.find(({ kind, replacedAt }) => kind === 'owner' && replacedAt === null);
    return owner ? [...own, await readKey({ armoredKey: owner.publicKey })] : own;
  }

  async #raw(emailId: number): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#get(`/emails/${emailId}/raw`)).arrayBuffer());
  }

  async #get(path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.settings.token}` };
    return this.ask({
      method: 'GET',
      url: `${API}${path}`,
      headers,
      body: undefined,
      signal: AbortSignal.timeout(60_000),
    });
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json() };
}

/** Whether it is what can be encrypted here: lists of addresses, files and texts. */
function isCall(body: Outgoing | null): body is Outgoing {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const lists = [body.to, body.receiveEmail, body.cc, body.bcc].filter((list) => list !== undefined);
  const areAddresses = lists.every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string'));
  const texts = [body.text, body.plainText, body.content, body.html].filter((text) => text !== undefined);
  const files: unknown = body.attachments ?? [];
  const areFiles = Array.isArray(files) && files.every((file) => typeof file === 'object' && file !== null);
  return areAddresses && areFiles && texts.every((text) => typeof text === 'string');
}

function jsonOf(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? []).toString('utf8'));
  } catch {
    return null;
  }
}

function toolResult(status: number, body: unknown, idempotencyKey: string): object {
  const { data, message, error } = body as {
    data?: {
      id: number;
      accountId: number;
      threadId: string;
      status: string;
      to: { email: string }[];
      encryption?: Encryption;
    };
    message?: string;
    error?: { type?: string; fix?: string };
  };
  if (status >= 400 || !data) {
    const failure = {
      error: { type: error?.type ?? 'unavailable', message, fix: error?.fix, retryable: status >= 500 },
    };
    return {
      ...COMPLETE,
      isError: true,
      content: [{ type: 'text', text: JSON.stringify(failure) }],
      structuredContent: failure,
    };
  }
  const { id: emailId, accountId, threadId, status: state, to, encryption } = data;
  const said = {
    emailId,
    accountId,
    threadId,
    status: state,
    to: to.map(({ email }) => email),
    idempotencyKey,
    encryption,
  };
  return { ...COMPLETE, content: [{ type: 'text', text: JSON.stringify(said) }], structuredContent: said };
}
