import { createHash } from 'node:crypto';

export type LoadMessage = {
  /** The id in its Message-ID, `<id@load.test>`. */
  readonly id: string;
  readonly content: Buffer;
};

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

const DOMAIN = 'load.test';

/** A message unlike any other; `bodyBytes` decides whether it is stored in a row or in the blob store. */
export function loadMessage(id: string, recipient: string, bodyBytes: number): LoadMessage {
  const line = `${hashOf(Buffer.from(id))}\r\n`;
  const header = [
    `Message-ID: <${id}@${DOMAIN}>`,
    `From: Person <person@${DOMAIN}>`,
    `To: ${recipient}`,
    `Subject: Load ${id}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Content-Type: text/plain; charset=us-ascii',
  ];
  const body = line.repeat(Math.max(1, Math.round(bodyBytes / line.length)));
  return { id, content: Buffer.from(`${header.join('\r\n')}\r\n\r\n${body}`) };
}

/** The id of a message of the load, taken from its Message-ID; null for any other message. */
export function loadIdOf(messageId: string): string | null {
  return /^<(.+)@load\.test>$/.exec(messageId)?.[1] ?? null;
}
