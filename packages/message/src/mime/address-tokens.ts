export type AddressToken = {
  /** `mark` is one of `<>,;:@`; `quoted` and `comment` come without their quotes, parentheses and backslashes. */
  readonly kind: 'word' | 'quoted' | 'comment' | 'mark';
  readonly text: string;
};

// Blanks are dropped; domain literals ([192.0.2.1]) and encoded words are words whatever they hold.
const TOKEN = /\s+|[<>,;:@]|(=\?[^?\s]+\?[BbQq]\?[^?\s]*\?=|\[[^\]\s<>,;]*\]?|[^\s"(),:;<>@[]+)|["()]/y;

/** Splits an address field (RFC 5322 §3.4) into tokens, in linear time. */
export class AddressTokenizer {
  readonly #text: string;
  #at = 0;
  // If one stays open to the end, so would every later one, so we do not search again.
  #openQuote = false;
  #openComment = false;

  constructor(text: string) {
    this.#text = text;
  }

  next(): AddressToken | null {
    while (this.#at < this.#text.length) {
      TOKEN.lastIndex = this.#at;
      const match = TOKEN.exec(this.#text);
      if (match === null) return null;
      this.#at = TOKEN.lastIndex;
      const [text, word] = match;
      if (word !== undefined) return { kind: 'word', text: word };
      const token = this.#special(text);
      if (token !== null) return token;
    }
    return null;
  }

  #special(text: string): AddressToken | null {
    switch (text) {
      case '"':
        return this.#quoted();
      case '(':
        return this.#comment();
      case '<':
      case '>':
      case ',':
      case ';':
      case ':':
      case '@':
        return { kind: 'mark', text };
      default:
        return null;
    }
  }

  #quoted(): AddressToken | null {
    if (this.#openQuote) return null;
    const end = closing(this.#text, this.#at, /["\\]/g);
    this.#openQuote = end === -1;
    return end === -1 ? null : this.#upTo(end, 'quoted');
  }

  #comment(): AddressToken | null {
    if (this.#openComment) return null;
    const end = closing(this.#text, this.#at, /[()\\]/g);
    this.#openComment = end === -1;
    return end === -1 ? null : this.#upTo(end, 'comment');
  }

  #upTo(end: number, kind: 'quoted' | 'comment'): AddressToken {
    const text = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return { kind, text: text.includes('\\') ? text.replace(/\\(.)/g, '$1') : text };
  }
}

/** Finds the end of the quote or comment that was opened before `start`; -1 if there is none. Comments nest. */
function closing(text: string, start: number, special: RegExp): number {
  special.lastIndex = start;
  let depth = 1;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === '\\') special.lastIndex = found.index + 2;
    else depth += found[0] === '(' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return -1;
}
