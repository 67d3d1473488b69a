import { AddressTokenizer, type AddressToken } from './address-tokens.js';
import type { Reread } from './header-charset.js';
import { decodeHeaderText, shortened } from './header-text.js';
import type { MailAddress } from './parsed-message.js';

export const MAX_ADDRESSES = 1_000;
/** 64 for the local part, 255 for the domain, and 1 for the at sign. */
const MAX_EMAIL_CHARACTERS = 320;
const MAX_NAME_CHARACTERS = 1_000;
/** Encoded words take more characters than they spell. */
const MAX_ENCODED_NAME_CHARACTERS = 12 * MAX_NAME_CHARACTERS;

/** `Name <a@b.example>`, `"Name" <a@b.example>` and `a@b.example` are the forms of nearly all addresses. */
const COMMON =
  /^(?:"([^"\\]*)"\s*|([^"(),:;<>@[\]\\]*))<([^\s"(),:;<>@[\]\\]+@[^\s"(),:;<>@[\]\\]+)>$|^[^\s"(),:;<>@[\]\\]+@[^\s"(),:;<>@[\]\\]+$/;

const asItIs: Reread = (name) => name;

/**
 * Reads address fields as senders write them: groups are flattened; comments, routes and missing commas are tolerated.
 * The text between angle brackets is the address, whatever the name before it looks like.
 */
export function parseAddressList(values: readonly string[], readName: Reread = asItIs): MailAddress[] {
  const addresses: MailAddress[] = [];
  for (const value of values) {
    const common = COMMON.exec(value);
    if (common !== null) {
      const [whole, quoted, phrase, email = whole] = common;
      add(addresses, email, readName(quoted ?? phrase ?? ''));
    } else {
      new AddressListReader(new AddressTokenizer(value), addresses, readName).read();
    }
  }
  return addresses;
}

const NAME_ALONE = /^\s*(?:"([^"\\]{1,1000})"|([^"<>@]{1,12000}))\s*<\s*>\s*$/;

/** Returns the first sender; where a machine signs with `Name <>`, that nobody may answer, the name alone. */
export function parseSender(values: readonly string[], readName: Reread = asItIs): MailAddress | null {
  const [value] = values;
  if (value === undefined) return null;
  const [sender] = parseAddressList([value], readName);
  if (sender !== undefined) return sender;
  const [, quotedName, phrase] = NAME_ALONE.exec(value) ?? [];
  const name = shortened(decodeHeaderText(readName(quotedName ?? phrase ?? '')), MAX_NAME_CHARACTERS);
  return name === '' ? null : { email: '', name };
}

function add(addresses: MailAddress[], email: string, name: string): void {
  if (email === '' || email.length > MAX_EMAIL_CHARACTERS || addresses.length >= MAX_ADDRESSES) return;
  const decodedName = decodeHeaderText(name.slice(0, MAX_ENCODED_NAME_CHARACTERS));
  addresses.push({ email: decodedEmail(email), name: shortened(decodedName, MAX_NAME_CHARACTERS) });
}

/**
 * Encoded words are not allowed in an address (RFC 2047 §5) and stay as they are; only what can't be stored is removed.
 */
function decodedEmail(email: string): string {
  return email.replace(/[\u0000-\u001f\u007f-\u00a0\p{Surrogate}]/gu, '');
}

class AddressListReader {
  #phrase: string[] = [];
  /** Whether the last word of `#phrase` stood in quotes. */
  #endsQuoted = false;
  #comments: string[] = [];
  /** Indices in `#phrase` of words that look like an address without angle brackets. */
  #bare = new Set<number>();
  #angle: string | null = null;
  /** A name cut off by an unquoted comma: `Doe, John <john@example.org>`. */
  #cutName: string | null = null;
  #cutComment = '';
  /** A mark that was read ahead, to see what follows an at sign, and is still to be handled. */
  #ahead: AddressToken | null = null;

  constructor(
    private readonly tokens: AddressTokenizer,
    private readonly addresses: MailAddress[],
    private readonly readName: Reread,
  ) {}

  read(): void {
    for (let token = this.#next(); token !== null; token = this.#next()) {
      if (this.addresses.length >= MAX_ADDRESSES) return;
      if (token.kind === 'comment') this.#comments.push(token.text);
      else if (token.kind === 'mark') this.#mark(token.text);
      else this.#word(token);
    }
    this.#finish();
    this.#dropCutName();
  }

  #next(): AddressToken | null {
    const token = this.#ahead ?? this.tokens.next();
    this.#ahead = null;
    return token;
  }

  #mark(mark: string): void {
    switch (mark) {
      case '<':
        if (this.#angle !== null) this.#finish();
        this.#angle = this.#readAngle();
        break;
      case '@':
        this.#bareDomain();
        break;
      case ':':
        // The words before it name a group (RFC 5322 §3.4), or are a "mailto".
        this.#reset();
        break;
      case ',':
      case ';':
        this.#finish();
        break;
    }
  }

  #word(token: AddressToken): void {
    // A word after <address> belongs to the next address; the comma is missing.
    if (this.#angle !== null) this.#finish();
    this.#phrase.push(token.text);
    this.#endsQuoted = token.kind === 'quoted';
  }

  /** The words before and after an at sign outside angle brackets make an address. */
  #bareDomain(): void {
    if (this.#angle !== null) this.#finish();
    const token = this.tokens.next();
    const domain = token?.kind === 'word' ? token.text : '';
    const index = Math.max(this.#phrase.length - 1, 0);
    const local = this.#phrase[index] ?? '';
    // Text that is too long for an address grows no further; otherwise each at sign would copy it.
    if (local.length <= MAX_EMAIL_CHARACTERS) {
      // An at sign within quotes belongs to the local part; another one is that of a bare address before this one.
      const staysQuoted = holdsSpecial(local) && (this.#endsQuoted || !local.includes('@'));
      this.#phrase[index] = `${staysQuoted ? quoted(local) : local}@${domain}`;
      this.#endsQuoted = false;
      if (local !== '' && domain !== '') this.#bare.add(index);
    }
    if (token?.kind === 'mark') this.#ahead = token;
  }

  /** Reads from `<` to `>`, or to what can't be inside. A source route (RFC 5321 §4.1.1.3) is skipped. */
  #readAngle(): string {
    let email = '';
    let isRoute = false;
    for (let token = this.tokens.next(); token !== null; token = this.tokens.next()) {
      if (token.kind === 'comment') continue;
      if (token.kind !== 'mark') {
        email += token.kind === 'quoted' ? quoted(token.text) : token.text;
        continue;
      }
      switch (token.text) {
        case '>':
          return email;
        case '@':
          isRoute ||= email === '';
          email += '@';
          break;
        case ':':
          email = '';
          isRoute = false;
          break;
        default:
          if (token.text === ',' && isRoute) break;
          return email;
      }
    }
    return email;
  }

  #finish(): void {
    const name = this.#phrase.join(' ').trim();
    if (this.#angle !== null) {
      const wholeName = this.#cutName === null || name === '' ? name : `${this.#cutName}, ${name}`;
      if (wholeName === name) this.#dropCutName();
      this.#cutName = null;
      add(this.addresses, this.#angle, this.readName(wholeName === '' ? this.#comments.join(' ') : wholeName));
    } else if (this.#bare.size > 0) {
      this.#dropCutName();
      const others = this.#phrase.filter((_, index) => !this.#bare.has(index));
      const bareName = [...others, ...this.#comments].join(' ');
      for (const index of this.#bare) add(this.addresses, this.#phrase[index] ?? '', this.readName(bareName));
    } else if (name !== '') {
      this.#dropCutName();
      this.#cutName = name;
      this.#cutComment = this.#comments.join(' ');
    }
    this.#reset();
  }

  /**
   * What looked like the first half of a name stands alone after all: one word is a local address (`MAILER-DAEMON`).
   */
  #dropCutName(): void {
    const name = this.#cutName;
    this.#cutName = null;
    if (name !== null && !/\s/.test(name)) add(this.addresses, name, this.readName(this.#cutComment));
  }

  #reset(): void {
    this.#phrase = [];
    this.#comments = [];
    this.#bare = new Set();
    this.#angle = null;
  }
}

function holdsSpecial(local: string): boolean {
  return /[\s"(),:;<>@[\]\\]/.test(local);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
