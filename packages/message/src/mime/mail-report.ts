import { withLineFeeds } from '../text/line-feeds.js';
import { findHeaderEnd, HeaderBlock } from './header-block.js';
import { oneLine, shortened } from './header-text.js';
import { parseMessageId } from './message-ids.js';
import { statusOf } from './bounce-reason.js';
import type { Part } from './part.js';
import type { PartTree } from './part-walker.js';
import type { MailReport, ReportedAction, ReportedRecipient } from './reported-mail.js';
import { decodeTransferEncoding } from './transfer-encoding.js';
import { bounceText, isFromMachine, readWrittenBounce } from './written-bounce.js';

/** More recipients than any message of ours can have. */
const MAX_RECIPIENTS = 200;
const MAX_STATUS_BYTES = 256 * 1024;
const MAX_QUOTED_BYTES = 64 * 1024;
const MAX_ADDRESS_CHARACTERS = 320;
const MAX_TEXT_CHARACTERS = 500;

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
const QUOTED_TYPES = new Set(['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']);
const ACTIONS: readonly ReportedAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
/** `not-spam` (RFC 6430) and `auth-failure` (RFC 6591) are not complaints. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list']);

type Fields = ReadonlyMap<string, string>;

/** Returns the report that a message is, or null: in the form of one (RFC 6522), or as machines write to people. */
export function readReport(raw: Buffer, tree: PartTree): MailReport | null {
  const report = readForm(raw, tree) ?? fieldsInText(raw, tree);
  return report !== null && report.recipients.length > 0 ? report : (readWrittenBounce(raw, tree) ?? report);
}

function readForm(raw: Buffer, { header, root, leaves }: PartTree): MailReport | null {
  const isForm = root.mimeType === 'multipart/report';
  // In another type it is what anyone may attach, unless a machine says that it is its own.
  if (!isForm && !isFromMachine(header)) return null;
  const status = leaves.find(({ mimeType }) => STATUS_TYPES.has(mimeType));
  const feedback = status ? undefined : leaves.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const part = status ?? feedback;
  if (part === undefined) return null;
  const groups = fieldGroups(textOf(raw, part, MAX_STATUS_BYTES));
  const messageId = quotedMessageId(raw, leaves);
  if (status) {
    const { text } = bounceText(raw, leaves);
    const recipients = groups.flatMap((fields) => reportedRecipient(fields, text));
    return { kind: 'delivery-status', form: isForm ? 'report' : 'text', messageId, envelopeSender: '', recipients };
  }
  const [fields = new Map<string, string>()] = groups;
  return {
    kind: 'feedback',
    form: isForm ? 'report' : 'text',
    messageId,
    envelopeSender: addressOf(fields.get('original-mail-from')),
    recipients: complaint(fields),
  };
}

/** A report whose header lost the fields of MIME on its way, so that its parts became one text. */
function fieldsInText(raw: Buffer, { header, leaves }: PartTree): MailReport | null {
  const [part, ...others] = leaves;
  if (!part || others.length > 0 || part.mimeType !== 'text/plain' || !isFromMachine(header)) return null;
  const text = textOf(raw, part, MAX_STATUS_BYTES);
  const groups = fieldGroups(text).filter((fields) => fields.has('final-recipient') && fields.has('action'));
  const recipients = groups.flatMap((fields) => reportedRecipient(fields, text));
  if (recipients.length === 0) return null;
  return { kind: 'delivery-status', form: 'text', messageId: '', envelopeSender: '', recipients };
}

function reportedRecipient(fields: Fields, text: string): ReportedRecipient[] {
  const named = [fields.get('original-recipient'), fields.get('final-recipient')].map(addressOf);
  const addresses = [...new Set(named.filter((address) => address !== ''))];
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? '';
  const action = actionOf(fields.get('action') ?? '', status);
  if (addresses.length === 0 || action === null) return [];
  const words = shortened(withoutType(fields.get('diagnostic-code')), MAX_TEXT_CHARACTERS);
  const remoteMta = shortened(withoutType(fields.get('remote-mta')), MAX_ADDRESS_CHARACTERS);
  if (action !== 'failed') return [{ addresses, action, status, diagnostic: words, remoteMta }];
  return [
    { addresses, action, status: statusOf(status, words || text, `${text}\n${words}`), diagnostic: words, remoteMta },
  ];
}

/** Returns the action it names, or if that is unknown, the one that the class of the status means. */
function actionOf(text: string, status: string): ReportedAction | null {
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  const known = ACTIONS.find((action) => action === word);
  if (known !== undefined) return known;
  return status.startsWith('5') ? 'failed' : status.startsWith('4') ? 'delayed' : null;
}

/** Returns those whom a feedback report names; if it names nobody, one entry without addresses. */
function complaint(fields: Fields): ReportedRecipient[] {
  const type = fields.get('feedback-type')?.trim().toLowerCase() ?? '';
  if (!COMPLAINTS.has(type)) return [];
  const address = addressOf(fields.get('original-rcpt-to'));
  const addresses = address === '' ? [] : [address];
  return [{ addresses, action: 'complained', status: '', diagnostic: `feedback report: ${type}`, remoteMta: '' }];
}

/** Splits fields into groups at empty lines (RFC 3464 §2.1); if a field is repeated, the first counts. */
function fieldGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  // Folded lines are joined first, so that each field is one line.
  for (const line of text.replace(/\n[ \t]+(?=\S)/g, ' ').split('\n')) {
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9-]{0,60})[ \t]*:(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      if (line.trim() === '') group = null;
      continue;
    }
    if (group === null) {
      if (groups.length > MAX_RECIPIENTS) break;
      group = new Map<string, string>();
      groups.push(group);
    }
    const key = name.toLowerCase();
    // Some leave out the empty line between two recipients.
    if (key === 'final-recipient' && group.has(key)) {
      group = new Map<string, string>();
      groups.push(group);
    }
    if (!group.has(key)) group.set(key, oneLine(value));
  }
  return groups;
}

/** Returns the text after the type: `rfc822; a@b.test`, `smtp; 550 no`, `dns; mx.b.test`. */
function withoutType(value: string | undefined): string {
  return (value ?? '').replace(/^\s*[A-Za-z0-9-]{1,40}\s*;\s*/, '').trim();
}

function addressOf(value: string | undefined): string {
  const text = withoutType(value)
    // RFC 6533 §3 encodes characters beyond ASCII in this way if they may not appear as they are.
    .replace(/\\x\{([0-9A-Fa-f]{2,6})\}/g, (all, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? all : String.fromCodePoint(code);
    })
    .replace(/^<|>$/g, '');
  return text.length > MAX_ADDRESS_CHARACTERS ? '' : oneLine(text);
}

function quotedMessageId(raw: Buffer, leaves: readonly Part[]): string {
  const quoted = leaves.find(({ mimeType }) => QUOTED_TYPES.has(mimeType));
  if (quoted === undefined) return '';
  const bytes = decoded(raw, quoted, MAX_QUOTED_BYTES);
  const { headerEnd } = findHeaderEnd(bytes, 0, () => false);
  return parseMessageId(new HeaderBlock(bytes, 0, headerEnd).first('message-id'));
}

function textOf(raw: Buffer, part: Part, maxBytes: number): string {
  return withLineFeeds(decoded(raw, part, maxBytes).toString('utf8'));
}

function decoded(raw: Buffer, { bodyStart, bodyEnd, encoding }: Part, maxBytes: number): Buffer {
  return decodeTransferEncoding(raw.subarray(bodyStart, Math.min(bodyEnd, bodyStart + maxBytes)), encoding);
}
