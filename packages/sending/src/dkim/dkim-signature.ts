import { createHash, sign, type KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Signs on another thread: RSA takes about a millisecond. */
const signOffThread = promisify(sign);

export type SigningKey = { readonly domain: string; readonly selector: string; readonly privateKey: KeyObject };

/**
 * These are signed once more than they occur, so that nobody can put a second one in front of the reader (RFC 6376
 * §8.15).
 */
const OVERSIGNED = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'reply-to', 'mime-version', 'content-type'];
const SIGNED = [...OVERSIGNED, 'in-reply-to', 'references', 'content-transfer-encoding', 'auto-submitted'];

const HASH_SLICE_BYTES = 1024 * 1024;
const LINE_CHARACTERS = 72;

const DOUBLE_SPACE = Buffer.from('  ');
const SPACE_BEFORE_LINE_END = Buffer.from(' \r\n');
const CR = 13;
const LF = 10;

/**
 * Returns the DKIM-Signature field (RFC 6376, rsa-sha256, relaxed/relaxed), with its CRLF, to be put in front of
 * exactly these bytes. Their lines must end in CRLF, or the next hop would be sent other bytes than were signed.
 */
export async function dkimSignature(content: Buffer, key: SigningKey, now: Date): Promise<Buffer> {
  const end = content.indexOf('\r\n\r\n', 0, 'latin1');
  const header = content.toString('latin1', 0, end === -1 ? content.length : end);
  const bodyHash = await hashOf(relaxedBody(end === -1 ? content.subarray(content.length) : content.subarray(end + 4)));
  const { names, fields } = signedFields(header);
  const seconds = Math.floor(now.getTime() / 1_000);
  const tags = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${key.domain};`,
    ` s=${key.selector}; t=${seconds};`,
    ` h=${foldedList(names)};`,
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
  const signed = [...fields, relaxedField(tags)].join('\r\n');
  const signature = await signOffThread('sha256', Buffer.from(signed, 'latin1'), key.privateKey);
  return Buffer.from(`${tags}${folded(signature.toString('base64'))}\r\n`, 'latin1');
}

/**
 * If a field occurs several times, the last one comes first; a field that does not occur adds nothing (RFC 6376
 * §5.4.2).
 */
function signedFields(header: string): { names: string[]; fields: string[] } {
  const byName = new Map<string, string[]>();
  for (const field of header.split(/\r\n(?![ \t])/)) {
    const name = field
      .slice(0, Math.max(0, field.indexOf(':')))
      .trimEnd()
      .toLowerCase();
    const same = byName.get(name);
    if (same) same.unshift(field);
    else byName.set(name, [field]);
  }
  const names: string[] = [];
  const fields: string[] = [];
  for (const name of SIGNED) {
    for (const field of byName.get(name) ?? []) {
      names.push(name);
      fields.push(relaxedField(field));
    }
    if (OVERSIGNED.includes(name)) names.push(name);
  }
  return { names, fields };
}

/** The relaxed form of a header field (RFC 6376 §3.4.2). */
function relaxedField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trimEnd().toLowerCase()}:${value}`;
}

/** The relaxed form of a body (RFC 6376 §3.4.4). Most bodies have it already, which three scans show. */
function relaxedBody(body: Buffer): Buffer {
  const plain = !body.includes(9) && !body.includes(DOUBLE_SPACE) && !body.includes(SPACE_BEFORE_LINE_END);
  const text = plain && body[body.length - 1] !== 32 ? body : collapsed(body);
  let end = text.length;
  while (end >= 2 && text[end - 1] === LF && text[end - 2] === CR) end -= 2;
  if (end === 0) return text.subarray(0, 0);
  return end + 2 <= text.length ? text.subarray(0, end + 2) : Buffer.concat([text, Buffer.from('\r\n')]);
}

function collapsed(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/ $/, '');
  return Buffer.from(text, 'latin1');
}

/** Works in slices, so that a large message does not hold up everything else. */
async function hashOf(body: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < body.length; start += HASH_SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(body.subarray(start, start + HASH_SLICE_BYTES));
  }
  return hash.digest('base64');
}

function foldedList(names: readonly string[]): string {
  let line = 0;
  return names.reduce((list, name) => {
    const breaks = line + name.length > LINE_CHARACTERS;
    line = breaks ? name.length : line + name.length + 1;
    return list === '' ? name : `${list}:${breaks ? '\r\n  ' : ''}${name}`;
  }, '');
}

function folded(base64: string): string {
  return (base64.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? []).join('\r\n  ');
}
