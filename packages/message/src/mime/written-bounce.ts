import { readHtml } from '../html/read-html.js';
import { parseAddressList } from './address-list.js';
import { isBodyText, readText } from './body-text.js';
import { COPY, DELAY, FAILURE, MACHINE } from './bounce-words.js';
import { statusOf } from './bounce-reason.js';
import type { HeaderBlock } from './header-block.js';
import { decodeHeaderText, oneLine, shortened } from './header-text.js';
import type { MailReport, ReportedRecipient } from './reported-mail.js';
import { parseMessageId } from './message-ids.js';
import type { Part } from './part.js';
import type { PartTree } from './part-walker.js';

const MAX_PART = 64 * 1024;
const MAX_TEXT = 24 * 1024;
const MAX_LINES = 400;
const MAX_RECIPIENTS = 50;
const MAX_DIAGNOSTIC = 500;
/** How many lines below an address speak of it. */
const LINES_BELOW = 8;
const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;
/** At the beginning of a line, or as the command or the label that names a recipient. */
const HEADED =
  /(?:^|rcpt to: ?|recipient(?: address)?: |to: )[ \t>*"'<(-]{0,12}([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})/gim;
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const REPLY = /(?<![\d.])([245])\d\d(?:[ -]|$)/m;

/** The parts of a message that a bounce without the form of one (RFC 3464) is read from. */
export type BounceText = {
  /** What the machine wrote, without the message that it returns. */
  readonly text: string;
  /** The beginning of the returned message, if it follows in the same text. */
  readonly returned: string;
};

/**
 * Reads a bounce that is written for people: mail from a machine that says that something could not be delivered, and to
 * whom. Anyone can write one, so that it counts only where the return path proves it.
 */
export function readWrittenBounce(raw: Buffer, { header, leaves }: PartTree): MailReport | null {
  const failed = addressesIn(header.first('x-failed-recipients') ?? '');
  if (!isFromMachine(header) && failed.length === 0) return null;
  const subject = decodeHeaderText(header.first('subject') ?? '');
  const { text, returned } = bounceText(raw, leaves);
  const isFailure = failed.length > 0 || FAILURE.test(subject) || FAILURE.test(text.slice(0, 2_000));
  if (!isFailure) return null;
  const original = returnedHeader(raw, leaves, returned);
  const own = new Set([...addressesIn(header.first('to') ?? ''), ...addressesIn(header.first('from') ?? '')]);
  const addresses = failed.length > 0 ? failed : addressesOf(text, original, own);
  if (addresses.length === 0) return null;
  const isDelay = DELAY.test(subject) || DELAY.test(text.slice(0, 2_000));
  return {
    kind: 'delivery-status',
    form: 'text',
    messageId: parseMessageId(/^message-id:\s*(<[^<>\s]{1,900}>)/im.exec(original)?.[1]),
    envelopeSender: '',
    recipients: addresses
      .slice(0, MAX_RECIPIENTS)
      .map((address) => recipientOf(address, text, subject, isDelay, addresses)),
  };
}

/** Those that the text names, best at the beginning of a line; or else the one to whom the returned message went. */
function addressesOf(text: string, original: string, own: ReadonlySet<string>): string[] {
  const headed = [...text.matchAll(HEADED)].map(([, address = '']) => address);
  const others = [...new Set(headed)].filter((address) => !own.has(address));
  if (others.length > 0) return others.slice(0, MAX_RECIPIENTS);
  // Whom to ask for help is not whom it concerns.
  const named = addressesIn(text.replace(/^.{0,100}(?:contact|assistance|help|連絡|\bfrom\b).{0,100}$/gim, ''));
  const strangers = named.filter(
    (address) => !own.has(address) && !/^(?:support|help|helpdesk|postmaster|abuse)@/i.test(address),
  );
  if (strangers.length > 0) return strangers;
  const returned = addressesIn(/^to:(.*)$/im.exec(original)?.[1] ?? '');
  return returned.length > 0 ? returned : named;
}

/** Whether the null sender, or the name of a mail system, sent it. */
export function isFromMachine(header: HeaderBlock): boolean {
  if (/^\s*<\s*>/.test(header.first('return-path') ?? '')) return true;
  const from = header.first('from') ?? '';
  if (/^\s*<\s*>/.test(from)) return true;
  if (!MACHINE.test(from)) return false;
  const [address] = parseAddressList([from]);
  return MACHINE.test(address === undefined ? from : `${address.email.split('@')[0]} ${address.name}`);
}

/** The text of the first parts that a person reads, up to the message that is returned. */
export function bounceText(raw: Buffer, leaves: readonly Part[]): BounceText {
  const part = leaves.find((leaf) => isText(leaf) && leaf.bodyEnd > leaf.bodyStart + 2);
  if (part === undefined) return { text: '', returned: '' };
  const read = readText(raw, { ...part, bodyEnd: Math.min(part.bodyEnd, part.bodyStart + MAX_PART) });
  const isHtml = part.mimeType === 'text/html' || /^\s*<(?:!doctype|html|div|p)\b/i.test(read);
  const whole = isHtml ? linesOfHtml(read) : read.slice(0, MAX_TEXT);
  const lines = whole.split('\n', MAX_LINES);
  const at = lines.findIndex((line, i) => i > 0 && line.length < 300 && isCopy(lines, i));
  if (at === -1) return { text: whole, returned: '' };
  return { text: lines.slice(0, at).join('\n'), returned: lines.slice(at).join('\n') };
}

/** Some machines name the file in which they write. */
const isText = (leaf: Part) => isBodyText(leaf) || leaf.mimeType === 'text/plain';

/** A line of dashes alone is a copy's beginning only where header fields follow. */
function isCopy(lines: readonly string[], at: number): boolean {
  // The fields of a returned header stand at the margin.
  const line = lines[at]?.trimEnd() ?? '';
  if (
    line === '' ||
    !(COPY.test(line) || (/^\s+[-=_*A-Z]/.test(line) && !line.includes(': ') && COPY.test(line.trim())))
  )
    return false;
  if (!/^[-=]+$/.test(line)) return true;
  return lines
    .slice(at + 1, at + 4)
    .some((next) => /^(?:from|received|return-path|date|subject|to|message-id):/i.test(next.trim()));
}

function linesOfHtml(html: string): string {
  const { lines } = readHtml(html, { maxScanned: MAX_PART, maxCharacters: MAX_TEXT });
  return lines.map(({ text }) => text).join('\n');
}

function returnedHeader(raw: Buffer, leaves: readonly Part[], returned: string): string {
  const part = leaves.find(({ mimeType }) =>
    /^(?:message\/rfc822|text\/rfc822-headers|message\/global)/.test(mimeType),
  );
  if (part === undefined) return returned.slice(0, MAX_TEXT);
  return raw.toString('latin1', part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + MAX_TEXT));
}

function addressesIn(text: string): string[] {
  const found = (text.match(ADDRESS) ?? []).map((address) => address.replace(/^['`]|[.'`]$/g, ''));
  return [...new Set(found)].slice(0, MAX_RECIPIENTS);
}

function recipientOf(
  address: string,
  text: string,
  subject: string,
  isDelay: boolean,
  others: readonly string[],
): ReportedRecipient {
  const words = wordsAbout(address, text, others);
  const { status, diagnostic } = readRefusal('', words === '' ? subject : words, `${text} ${subject}`);
  if (status.startsWith('2')) return { addresses: [address], action: 'delivered', status, diagnostic, remoteMta: '' };
  const isLate = isDelay && !status.startsWith('5');
  const action = isLate ? 'delayed' : 'failed';
  return { addresses: [address], action, status, diagnostic, remoteMta: '' };
}

/** The line that names an address and those below it, up to the one that names another. */
function wordsAbout(address: string, text: string, others: readonly string[]): string {
  const at = text.indexOf(address);
  if (at === -1) return '';
  const start = text.lastIndexOf('\n', at) + 1;
  const lines = text.slice(start, start + 4_000).split('\n', LINES_BELOW);
  const end = lines.findIndex((line, i) => i > 0 && others.some((other) => other !== address && line.includes(other)));
  return lines.slice(0, end === -1 ? LINES_BELOW : end).join('\n');
}

export type Refusal = { readonly status: string; readonly diagnostic: string };

/**
 * The status and the words of a refusal: by the host's own words, and where they say nothing by all that was written.
 *
 * @param code the status that a report gives, or ""
 */
export function readRefusal(code: string, words: string, everything: string): Refusal {
  const diagnostic = shortened(oneLine(words), MAX_DIAGNOSTIC);
  const all = oneLine(everything.slice(0, MAX_TEXT));
  const own = code || (STATUS.exec(words)?.[1] ?? '');
  const status = statusOf(own, oneLine(words), all) || statusOf('', all);
  if (status !== '') return { status, diagnostic };
  const reply = REPLY.exec(words)?.[1] ?? REPLY.exec(everything)?.[1] ?? '5';
  return { status: `${reply}.0.0`, diagnostic };
}
