import { searchVector } from '@mailroom/search';
import { parseAddress } from '../../src/address/address.parser.js';
import { parsePath, parseReversePath } from '../../src/address/path.parser.js';
import { extract } from '../../src/extraction/extract.js';
import { readHtml } from '../../src/html/read-html.js';
import { parseAddressList } from '../../src/mime/address-list.js';
import { decodeCharset } from '../../src/mime/charset.js';
import { decodeHeaderText } from '../../src/mime/header-text.js';
import { decodeAttachment, readMessage } from '../../src/index.js';
import { parseMessageId, parseMessageIds } from '../../src/mime/message-ids.js';
import { parseParameterizedValue } from '../../src/mime/parameterized-value.js';
import { charsetOfPart } from '../../src/mime/part-charset.js';
import { parseSentAt } from '../../src/mime/sent-at.js';
import { decodedSize, decodeTransferEncoding, type TransferEncoding } from '../../src/mime/transfer-encoding.js';
import { extractedText } from '../../src/quoting/extracted-text.js';
import { assessTrust } from '../../src/trust/trust.js';

const ENCODINGS: readonly TransferEncoding[] = ['7bit', '8bit', 'binary', 'base64', 'quoted-printable', 'uuencode'];
const CHARSETS = ['utf-8', 'us-ascii', 'utf-7', 'utf-16', 'iso-2022-jp', 'gb18030', 'shift_jis', 'big5', 'none', '"\0'];

/** Every reader of what strangers write, keyed by what it reads. */
export const readers: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  'a message': readWhole,
  'an address list': (bytes) => parseAddressList([bytes.toString('latin1'), bytes.toString()]),
  'an address': (bytes) => parseAddress(bytes.toString()),
  'an envelope path': (bytes) => [parsePath(bytes.toString()), parseReversePath(`<${bytes.toString()}>`)],
  'header text': (bytes) => decodeHeaderText(bytes.toString()),
  'message ids': (bytes) => [parseMessageIds(bytes.toString()), parseMessageId(bytes.toString())],
  'a parameterized value': (bytes) => parseParameterizedValue(bytes.toString()),
  'a date': (bytes) => parseSentAt(bytes.toString()),
  html: (bytes) => readHtml(bytes.toString()),
  'encoded bytes': (bytes) =>
    ENCODINGS.map((encoding) => [decodeTransferEncoding(bytes, encoding).length, decodedSize(bytes, encoding)]),
  'text in a charset': (bytes) => CHARSETS.map((charset) => decodeCharset(bytes, charset).length),
  'the charset of a part': (bytes) => charsetOfPart(bytes, bytes.length >> 1, 'text/plain'),
  'the words of a search': (bytes) => {
    const text = bytes.toString();
    return searchVector({ subject: text, from: { email: text, name: text }, to: [], text });
  },
};

/** Does what the parsing worker does with a message, except for what asks the network. */
function readWhole(raw: Buffer): unknown {
  const { message, html } = readMessage(raw);
  const { subject, plainText, from, headers } = message;
  return [
    extract({ subject, plainText, html, fromEmail: from?.email ?? '', headers }),
    extractedText(plainText, html),
    assessTrust({ message, html, authentication: { spf: 'none', dkim: 'none', dmarc: 'none' } }),
    message.attachments.map((attachment) => decodeAttachment(raw, attachment).length),
  ];
}
