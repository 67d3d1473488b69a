import type { SealOrder } from '@mailroom/mail';
import { assessTrust, readMessage, type Extractions, type MailReport, type ParsedMessage } from '@mailroom/message';
import { sealMessage } from '@mailroom/openpgp';
import type { Reading } from './reading.js';

const ENCRYPTED_TYPE = /^\s*(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)\b/i;
const TEXT_TYPE = /^\s*text\/plain\b/i;
const BLOCK = /^\s*-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----\s*$/;
const HEADER_END = /\r?\n\r?\n/;

/** Whether a message came encrypted as a whole. One that is so in part says the rest in the clear. */
export function cameEncrypted(raw: Buffer, { encrypted, headers }: ParsedMessage): boolean {
  if (!encrypted) return false;
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'text/plain';
  if (ENCRYPTED_TYPE.test(type)) return true;
  const text = raw.toString('latin1');
  const end = HEADER_END.exec(text);
  return TEXT_TYPE.test(type) && end !== null && BLOCK.test(text.slice(end.index));
}

/**
 * Seals a message, and describes it as it is then: what was read from its body before, apart from codes, links and what speaks
 * for or against its sender, is not kept, and of these nothing if it is sealed before extraction.
 */
export async function sealedReading(raw: Buffer, reading: Reading, order: SealOrder): Promise<Reading> {
  const { bytes } = await sealMessage(raw, order.keys);
  const { message: outer, html } = readMessage(bytes);
  const { automatic, machineSent, report } = reading.message;
  const { authentication } = reading;
  const message = { ...outer, automatic, machineSent, report: order.beforeExtraction ? null : withoutWords(report) };
  return {
    message: { ...message, plainText: '', html: '', snippet: '' },
    plainTextSource: 'text',
    extractions: order.beforeExtraction ? { codes: [], links: [] } : bare(reading.extractions),
    extractedText: null,
    trust: order.beforeExtraction ? assessTrust({ message: outer, html, authentication }) : reading.trust,
    authentication,
    signed: reading.signed,
    autocrypt: reading.autocrypt,
    sealed: bytes,
  };
}

/** Codes and links alone: what stood around them is words of the body. */
function bare({ codes, links }: Extractions): Extractions {
  return {
    codes: codes.map((code) => ({ ...code, signals: [] })),
    links: links.map((link) => ({ ...link, text: link.url, signals: [] })),
  };
}

function withoutWords(report: MailReport | null): MailReport | null {
  return report && { ...report, recipients: report.recipients.map((each) => ({ ...each, diagnostic: '' })) };
}
