/** What the next hop answered: `text` has all lines, each with its code, and a line feed between them. */
export type SmtpReply = { readonly code: number; readonly text: string };

/** No reply is longer; RFC 5321 §4.5.3.1.5 allows 512 bytes for one line. */
const MAX_CHARACTERS = 64 * 1024;

/** Puts replies together from whatever pieces the connection brings (RFC 5321 §4.2.1). */
export class ReplyReader {
  #rest = '';
  #lines: string[] = [];
  #size = 0;

  /** Whether the next hop has begun something that it has not ended. */
  get isInMidReply(): boolean {
    return this.#rest !== '' || this.#lines.length > 0;
  }

  /**
   * Gives each reply that is complete to `take`.
   * @throws Error if what follows is no reply
   */
  read(chunk: Buffer, take: (reply: SmtpReply) => void): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#add(line.endsWith('\r') ? line.slice(0, -1) : line, take);
    if (this.#size + this.#rest.length > MAX_CHARACTERS) throw new Error('The next hop sent a reply without end.');
  }

  #add(line: string, take: (reply: SmtpReply) => void): void {
    if (line === '' && this.#lines.length === 0) return;
    // A code that SMTP does not have (RFC 5321 §4.2.1) must not be taken for a refusal for good.
    const [, code, continues] = /^([2-5]\d\d)(?:([ -])|$)/.exec(line) ?? [];
    const [first] = this.#lines;
    if (code === undefined || (first !== undefined && !first.startsWith(code))) {
      throw new Error(`The next hop sent something that is no reply: ${textOf(line.slice(0, 200))}`);
    }
    this.#lines.push(line);
    this.#size += line.length;
    if (continues === '-') return;
    const text = textOf(this.#lines.join('\n'));
    this.#lines = [];
    this.#size = 0;
    take({ code: Number(code), text });
  }
}

/**
 * Bytes are UTF-8 where they can be (RFC 6531 §3.7.4.1), and otherwise stand for themselves. Control characters have no
 * place in a reply (RFC 5321 §4.2) and become spaces: no database keeps a NUL, and a terminal obeys others.
 */
function textOf(latin1: string): string {
  return decoded(latin1).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

function decoded(latin1: string): string {
  if (!/[\u0080-\u00ff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}
