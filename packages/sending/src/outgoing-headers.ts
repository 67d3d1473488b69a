import { invalidField } from '@mailroom/errors';

/** Header fields of the caller's own, by the names as they were given. */
export type OutgoingHeaders = Readonly<Record<string, string>>;

export const MAX_HEADERS = 32;
export const MAX_HEADER_NAME_CHARACTERS = 64;
/** A value of this length and its name still fit a line of 998 octets, where nothing in it can be folded (RFC 5322 §2.1.1). */
export const MAX_HEADER_CHARACTERS = 900;

const URI = '<(?:https?|mailto):[\\x21-\\x3b\\x3d\\x3f-\\x7e]+>';
const URIS = new RegExp(`^${URI}(?:, ?${URI})*$`);

/** What a caller may say of a message beside `X-…`, and how. */
const FIELDS: ReadonlyMap<string, RegExp> = new Map([
  // RFC 2369, 2919 and 8058: mailing lists.
  ['list-id', /^[^<>]*<[\w.-]+>$/],
  ['list-unsubscribe', URIS],
  ['list-unsubscribe-post', /^List-Unsubscribe=One-Click$/],
  ['list-help', URIS],
  ['list-subscribe', URIS],
  ['list-post', new RegExp(`^NO$|${URIS.source}`)],
  ['list-owner', URIS],
  ['list-archive', URIS],
  // RFC 3834: who answers automatically does not answer this.
  ['auto-submitted', /^(?:no|auto-generated|auto-replied)$/i],
  ['precedence', /^(?:bulk|list|junk)$/i],
  // RFC 2156.
  ['importance', /^(?:high|normal|low)$/i],
  ['priority', /^(?:urgent|normal|non-urgent)$/i],
  ['sensitivity', /^(?:personal|private|company-confidential)$/i],
  ['x-priority', /^[1-5](?: \((?:highest|high|normal|low|lowest)\))?$/i],
  // What mailbox providers report complaints by.
  ['feedback-id', /^[\x20-\x7e]+$/],
]);

/**
 * Names that mail systems trust or act on: they say who a message is from or was for, what a filter found, or what a
 * provider is to do with it.
 */
const SYSTEM_NAMES = new RegExp(
  `^x-(?:${[
    'original-',
    'originating-',
    'originator',
    'envelope-',
    'forwarded-',
    'apparently-',
    'authenticat',
    'auth-',
    'received',
    'return-path',
    'delivered-to',
    'sender',
    'real-',
    'from',
    'to$',
    'cc$',
    'bcc',
    'rcpt',
    'failed-recipients',
    'confirm-reading-to',
    'loop',
    'spam',
    'ham',
    'virus',
    'rspamd',
    'dspam',
    'barracuda',
    'proofpoint',
    'mimecast',
    'dkim',
    'dmarc',
    'spf',
    'arc-',
    'google-',
    'gm-',
    'ms-',
    'microsoft-',
    'forefront-',
    'exchange',
    'mozilla-',
    'imap',
    'uid',
    'status$',
    'keywords$',
    'smtpapi$',
    'ses-',
    'sg-',
    'mc-',
    'mj-',
    'pm-',
    'postmark',
    'mailgun-',
    'mandrill',
    'sparkpost',
    'msys-',
    'mailroom-',
  ].join('|')})`,
);

/** Whether a name is on the safe list. */
export function isAllowedHeader(name: string): boolean {
  const key = name.toLowerCase();
  return FIELDS.has(key) || (/^x(?:-[a-z0-9]+)+$/.test(key) && !SYSTEM_NAMES.test(key));
}

/** The same fields with their values as they are sent, each on one line. @throws invalid_request */
export function checkedHeaders(headers: OutgoingHeaders | undefined): OutgoingHeaders {
  const entries = Object.entries(headers ?? {});
  if (entries.length > MAX_HEADERS) throw invalidField('headers', `must have at most ${MAX_HEADERS} fields`);
  const names = new Set<string>();
  const checked: Record<string, string> = {};
  for (const [name, text] of entries) {
    const key = name.toLowerCase();
    if (names.has(key)) throw invalidField(fieldOf(name), 'is there twice');
    names.add(key);
    checked[name] = checkedValue(name, text);
  }
  return checked;
}

function checkedValue(name: string, text: string): string {
  const field = fieldOf(name);
  if (name.length > MAX_HEADER_NAME_CHARACTERS || !isAllowedHeader(name)) {
    throw invalidField(
      field,
      'is not a header that may be set: use X-… or one of those that the description of headers names',
    );
  }
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text))
    throw invalidField(field, 'must not contain line breaks or control characters');
  const value = text.replace(/\s+/g, ' ').trim();
  if (value === '') throw invalidField(field, 'must not be empty');
  if (value.length > MAX_HEADER_CHARACTERS)
    throw invalidField(field, `must have at most ${MAX_HEADER_CHARACTERS} characters`);
  if (FIELDS.get(name.toLowerCase())?.test(value) === false)
    throw invalidField(field, 'has a value that this header can not have');
  return value;
}

/** A name from outside, short enough to be shown. */
function fieldOf(name: string): string {
  return `headers.${name.slice(0, MAX_HEADER_NAME_CHARACTERS)}`;
}
