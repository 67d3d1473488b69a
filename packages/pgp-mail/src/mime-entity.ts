import { base64Of, bytesOf } from './bytes.js';

export type EntityFile = { readonly filename: string; readonly contentType: string; readonly content: Uint8Array };
export type EntityContent = {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly files: readonly EntityFile[];
};

/** The MIME entity that is encrypted (RFC 3156 §4): what is said, with its files. Every line end is CRLF, every line is short. */
export function mimeEntity({ text, html, files }: EntityContent): Uint8Array {
  const bodies = [
    ...(text !== undefined || html === undefined ? [part('text/plain; charset=utf-8', bytesOf(text ?? ''))] : []),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', bytesOf(html))]),
  ];
  const body = bodies.length === 1 ? (bodies[0] as string) : multipart('alternative', bodies);
  const attached = files.map(({ filename, contentType, content }) => part(typeOf(contentType), content, filename));
  return bytesOf(attached.length === 0 ? body : multipart('mixed', [body, ...attached]));
}

function multipart(type: string, parts: readonly string[]): string {
  const random = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0'));
  const boundary = `=_${random.join('')}`;
  const inner = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('');
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${inner}--${boundary}--\r\n`;
}

function part(contentType: string, content: Uint8Array, filename?: string): string {
  const lines = base64Of(content).match(/.{1,76}/g) ?? [];
  // Names are written as RFC 2231 has it, whatever is in them.
  const named =
    filename === undefined
      ? ''
      : `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, hex)}\r\n`;
  return `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: base64\r\n${named}\r\n${lines.join('\r\n')}\r\n`;
}

/** Whatever stands there must not become another line of the header. */
const typeOf = (text: string) =>
  /^text\/plain; charset=utf-8$|^[\w.+-]+\/[\w.+-]+$/.test(text) ? text : 'application/octet-stream';

const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
