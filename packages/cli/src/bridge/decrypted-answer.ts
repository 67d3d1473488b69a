import type { PrivateKey } from 'openpgp';
import { ciphertextOf, decryptMessage, DecryptionFailure, readPlainMail, type PlainMail } from '@mailroom/pgp-mail';

type Json = Record<string, unknown>;
type Released = { readonly ciphertext: string; readonly envelope: string };

/** Fetches a message as it came. */
export type RawMessages = (emailId: number) => Promise<Uint8Array>;

const MAX_DEPTH = 12;
/** Of text in one answer; what has no room is asked for by itself. */
const MAX_TEXT_CHARACTERS = 32 * 1024 * 1024;

type Room = { left: number };
const SNIPPET_CHARACTERS = 200;
/** What cannot be seen, as the service takes it out of what it marks. */
const INVISIBLE =
  /[\u{e0000}-\u{e007f}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** Puts plain text into answers of the service, wherever it released a message to this bridge. */
export class DecryptedAnswers {
  /** One message after another: each may need all the memory that one may have. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly key: PrivateKey,
    private readonly raw: RawMessages,
    private readonly attachmentUrl: (emailId: number, index: number) => string,
  ) {}

  /** The same answer with the plain text of each message in it that can be decrypted. */
  async of(answer: unknown): Promise<unknown> {
    return this.#of(answer, 0, { left: MAX_TEXT_CHARACTERS });
  }

  async #of(answer: unknown, depth: number, room: Room): Promise<unknown> {
    if (typeof answer !== 'object' || answer === null || depth > MAX_DEPTH) return answer;
    if (Array.isArray(answer)) return Promise.all(answer.map((each) => this.#of(each, depth + 1, room)));
    const entries = await Promise.all(
      Object.entries(answer).map(async ([name, value]) => [name, await this.#of(value, depth + 1, room)] as const),
    );
    const same: Json = Object.fromEntries(entries);
    if (isToolResult(same)) return withText(same);
    return isReleased(same) ? this.#decrypted(same, room) : same;
  }

  /** The plain text of one message. @throws DecryptionFailure */
  plain(emailId: number, released: Released): Promise<PlainMail> {
    const read = this.#before.then(() => this.#plain(emailId, released));
    this.#before = read.catch(() => undefined);
    return read;
  }

  async #plain(emailId: number, { ciphertext, envelope }: Released): Promise<PlainMail> {
    const message = ciphertext === '' ? await ciphertextOf(await this.raw(emailId)) : ciphertext;
    if (message === null) throw new DecryptionFailure('It has no part that OpenPGP can decrypt.');
    const { bytes } = await decryptMessage(message, [this.key], { envelope: Buffer.from(envelope, 'base64') });
    return readPlainMail(bytes);
  }

  async #decrypted(email: Json & { encryptedContent: Released }, room: Room): Promise<Json> {
    const { encryptedContent, ...rest } = email;
    const emailId = Number(email['id'] ?? email['emailId'] ?? email['messageId']);
    try {
      const plain = await this.plain(emailId, encryptedContent);
      room.left -= plain.plainText.length + plain.html.length;
      if (room.left < 0) throw new DecryptionFailure('The answer has no room for its text: ask for this email alone.');
      const state = {
        bodyAvailable: true,
        decryptRequired: false,
        decryptStatus: 'decrypted',
        decryptHint: '',
        decryptAction: '',
        requiredHeaders: [],
      };
      return { ...rest, ...state, ...this.#said(email, emailId, plain) };
    } catch (error) {
      if (!(error instanceof DecryptionFailure)) throw error;
      return { ...rest, decryptHint: error.message };
    }
  }

  /** In the words of the surface that answers. */
  #said(email: Json, emailId: number, { plainText, html, attachments }: PlainMail): Json {
    const files = attachments.map(({ filename, mimeType, disposition, contentId, content }, index) => {
      const described = { filename, mimeType, size: content.length, url: this.attachmentUrl(emailId, index) };
      return { id: index, emailId, ...described, disposition, contentId, decrypted: true };
    });
    const counted = { attachmentCount: files.length, attachments: files };
    // The agent API has bodies of its own names; the tools have one text, which is marked as somebody else's.
    if (!('textChars' in email)) {
      const snippet = plainText.replace(/\s+/g, ' ').trim().slice(0, SNIPPET_CHARACTERS);
      const body =
        'text' in email ? { text: plainText } : { plainText, extractedText: plainText, plainTextSource: 'text' };
      return { ...body, html, snippet, ...counted };
    }
    const [, mark, trust = 'unknown'] = /^<mail-([0-9a-f]{12}) trust="([a-z]+)">/.exec(String(email['subject'])) ?? [];
    const shown = (plainText || html).replace(INVISIBLE, '');
    const text = mark === undefined ? shown : `<mail-${mark} trust="${trust}">${shown}</mail-${mark}>`;
    const tools = files.map(({ id, filename, mimeType, size, url }) => ({
      attachmentId: id,
      filename,
      mimeType,
      size,
      url,
    }));
    return {
      text,
      textChars: shown.length,
      offset: 0,
      truncated: false,
      nextOffset: null,
      attachmentCount: tools.length,
      attachments: tools,
    };
  }
}

function isReleased(value: Json): value is Json & { encryptedContent: Released } {
  const released = value['encryptedContent'] as Partial<Released> | undefined;
  return typeof released?.ciphertext === 'string' && typeof released.envelope === 'string';
}

/** The answer of a tool says the same twice: as data, and as text for programs that know no data. */
function isToolResult(value: Json): value is Json & { content: Json[]; structuredContent: Json } {
  const { content, structuredContent } = value as { content?: unknown; structuredContent?: Json };
  return Array.isArray(content) && structuredContent?.['decryptStatus'] === 'decrypted';
}

function withText(result: Json & { content: Json[]; structuredContent: Json }): Json {
  const { warning: _w, notice: _n, ...data } = result.structuredContent;
  return { ...result, content: [...result.content.slice(0, -1), { type: 'text', text: JSON.stringify(data) }] };
}
