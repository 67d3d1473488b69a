/** One reply (RFC 5321 §4.2) with its enhanced status code (RFC 2034), which is null if that RFC wants none. */
export type SmtpReply = { readonly code: number; readonly enhanced: string | null; readonly text: string };

/** Builds a reply. */
export function smtpReply(code: number, enhanced: string | null, text: string): SmtpReply {
  return { code, enhanced, text };
}

/** The reply as text. Whatever is not printable ASCII becomes "?", so that no text can add a line. */
export function formatReply(reply: SmtpReply): string {
  const text = reply.text.replace(/[^ -~]/g, '?');
  return reply.enhanced === null ? `${reply.code} ${text}\r\n` : `${reply.code} ${reply.enhanced} ${text}\r\n`;
}

/** Several lines with one code, as in the answer to EHLO (RFC 5321 §4.2.1). */
export function formatLines(code: number, lines: readonly string[]): string {
  return lines.map((line, i) => `${code}${i === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('');
}
