import { randomUUID } from 'node:crypto';

export type EntityFile = { readonly filename: string; readonly contentType: string; readonly content: Buffer };
export type EntityContent = {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly files: readonly EntityFile[];
};

/** The MIME entity that is encrypted (RFC 3156 §4): what is said, with its files. Every line end is CRLF, every line is short. */
export function mimeEntity({ text, html, files }: EntityContent): Buffer {
  const bodies = [
    ...(text !== undefined || html === undefined ? [part('text/plain; charset=utf-8', Buffer.from(text ?? ''))] : []),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', Buffer.from(html))]),
  ];
  const body = bodies.length === 1 ? (bodies[0] as string) : multipart('alternative', bodies);
  const attached = files.map((file) => part(file.contentType, file.content, file.filename));
  return Buffer.from(attached.length === 0 ? body : multipart('mixed', [body, ...attached]));
}

function multipart(type: string, parts: readonly string[]): string {
  const boundary = `=_${randomUUID()}`;
  const inner = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('');
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${inner}--${boundary}--\r\n`;
}

function part(contentType: string, content: Buffer, filename?: string): string {
  const lines = content.toString('base64').match(/.{1,76}/g) ?? [];
  // Names are written as RFC 2231 has it, whatever is in them.
  const named =
    filename === undefined
      ? ''
      : `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(filename).replace(/['()*]/g, hex)}\r\n`;
  return `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: base64\r\n${named}\r\n${lines.join('\r\n')}\r\n`;
}

const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
