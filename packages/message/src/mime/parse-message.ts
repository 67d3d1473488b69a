import { readHtml, type HtmlText } from '../html/read-html.js';
import { MAX_ADDRESSES, parseAddressList, parseSender } from './address-list.js';
import { toAttachment } from './attachments.js';
import { autocryptField, type AutocryptField } from './autocrypt-field.js';
import { isBodyText, readText, SNIPPET_HTML, snippetOf } from './body-text.js';
import { encryptedFor, isEncrypted } from './encryption.js';
import type { FieldName, HeaderBlock, HeaderValue } from './header-block.js';
import { rereadLike, shownText, type Reread } from './header-charset.js';
import { readHeaderFields } from './header-fields.js';
import { decodeHeaderText } from './header-text.js';
import { readReport } from './mail-report.js';
import { parseMessageId, parseMessageIds } from './message-ids.js';
import type { ParsedAttachment, ParsedMessage } from './parsed-message.js';
import { walkParts, type PartTree } from './part-walker.js';
import { parseSentAt } from './sent-at.js';
import { signedContent, type SignedContent } from './signed-content.js';

/** Reads a message, but no more of its HTML than the snippet needs. */
export function parseMessage(raw: Buffer): ParsedMessage {
  return parseWith(raw, walkParts(raw), (html) => readHtml(html, SNIPPET_HTML));
}

/** A message with its HTML as a person sees it, null if none of it is visible, and what it has of OpenPGP. */
export type ReadMessage = {
  readonly message: ParsedMessage;
  readonly html: HtmlText | null;
  /** Null where nothing is signed, or where only the holder of a key can see it. */
  readonly signed: SignedContent | 'unsound' | null;
  /** The key that it brings of its sender. */
  readonly autocrypt: AutocryptField | null;
};

/** Reads a message together with its HTML, which is read only once. */
export function readMessage(raw: Buffer): ReadMessage {
  let seen: HtmlText | null = null;
  const tree = walkParts(raw);
  const message = parseWith(raw, tree, (html) => (seen = readHtml(html)));
  const signed = message.encrypted ? null : signedContent(raw, tree, message);
  const shown = message.html === '' ? null : (seen ?? readHtml(message.html));
  return { message, html: shown, signed, autocrypt: autocryptField(tree.header, message) };
}

/**
 * Reads a message (RFC 5322, MIME). Never throws: what can't be read is left empty. Takes time linear in the size of
 * `raw`, which may hold CRLF or LF line ends or both. Attachments are located but not decoded.
 */
function parseWith(raw: Buffer, tree: PartTree, readSeen: (html: string) => HtmlText): ParsedMessage {
  const { header } = tree;
  const reread = rereadLike(tree);
  const { plainText, html, attachments } = readParts(raw, tree);
  const encrypted = isEncrypted(raw, tree, plainText, html);
  // Spread into the literal, they would make each of its other fields slow to write.
  const { subject, from, to, cc, bcc, replyTo } = readAddressing(header, reread);
  return {
    subject,
    from,
    to,
    cc,
    bcc,
    replyTo,
    messageId: parseMessageId(header.first('message-id')),
    inReplyTo: parseMessageId(header.first('in-reply-to')),
    references: parseMessageIds(header.first('references')),
    sentAt: parseSentAt(header.first('date')),
    headers: readHeaderFields(raw, tree.headerEnd, reread),
    plainText: encrypted ? '' : plainText,
    html: encrypted ? '' : html,
    snippet: encrypted ? '' : snippetOf(plainText, html, readSeen),
    encrypted,
    encryptedFor: encrypted ? encryptedFor(raw, tree, plainText, html) : [],
    automatic: automaticKind(tree, header),
    machineSent: isMachineSent(header),
    report: readReport(raw, tree),
    attachments,
  };
}

type Addressing = Pick<ParsedMessage, 'subject' | 'from' | 'to' | 'cc' | 'bcc' | 'replyTo'>;

/** What a reader sees above a message. */
function readAddressing(header: HeaderBlock, reread: Reread): Addressing {
  const nameOf = ({ isLegacy }: HeaderValue) => (isLegacy ? reread : undefined);
  const list = (name: FieldName) =>
    header.values(name).flatMap((value) => parseAddressList([value.text], nameOf(value)));
  const [subject] = header.values('subject');
  const [from] = header.values('from');
  return {
    subject: subject ? decodeHeaderText(shownText(subject, reread)) : '',
    from: from ? parseSender([from.text], nameOf(from)) : null,
    to: list('to').slice(0, MAX_ADDRESSES),
    cc: list('cc').slice(0, MAX_ADDRESSES),
    bcc: list('bcc').slice(0, MAX_ADDRESSES),
    replyTo: list('reply-to').slice(0, MAX_ADDRESSES),
  };
}

function readParts(raw: Buffer, tree: PartTree): { plainText: string; html: string; attachments: ParsedAttachment[] } {
  const plainTexts: string[] = [];
  const htmls: string[] = [];
  const attachments: ParsedAttachment[] = [];
  for (const part of tree.leaves) {
    if (!isBodyText(part)) attachments.push(toAttachment(raw, part, attachments.length));
    else if (part.mimeType === 'text/html') htmls.push(readText(raw, part));
    else plainTexts.push(readText(raw, part));
  }
  return { plainText: plainTexts.join('\n'), html: htmls.join('\n'), attachments };
}

function automaticKind({ root, leaves }: PartTree, header: HeaderBlock): ParsedMessage['automatic'] {
  const isReport = root.mimeType === 'multipart/report';
  const reportType = root.parameters.get('report-type')?.toLowerCase();
  const isDsn =
    reportType === 'delivery-status' ||
    (reportType === undefined && leaves.some((part) => part.mimeType === 'message/delivery-status'));
  if (isReport && isDsn) return 'dsn';
  return /^\s*auto-replied\b/i.test(header.first('auto-submitted') ?? '') ? 'auto-replied' : null;
}

const LIST_FIELDS: readonly FieldName[] = [
  'list-id',
  'list-post',
  'list-unsubscribe',
  'list-help',
  'list-archive',
  'list-owner',
];

/** Whether a responder must stay silent (RFC 3834 §2): for automatic mail, lists and bulk mail. */
function isMachineSent(header: HeaderBlock): boolean {
  const submitted = header.first('auto-submitted');
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return true;
  if (/^\s*(?:bulk|list|junk)\b/i.test(header.first('precedence') ?? '')) return true;
  return LIST_FIELDS.some((name) => header.first(name) !== undefined);
}
