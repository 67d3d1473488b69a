import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const names = [
  'subject',
  'text',
  'html',
  'header',
  'filename',
  'attachment',
  'code',
  'sender',
  'recipient',
  'messageId',
  'webhookPath',
  'webhookQuery',
  'webhookAnswer',
  'relayPassword',
  'relayAnswer',
  'natsPassword',
  's3Key',
  's3Answer',
  'reply',
  'outgoingRecipient',
  'json',
  'authorization',
  'path',
  'query',
  'traceparent',
  'collectorToken',
  'owner',
] as const;
export type CanaryName = (typeof names)[number];

/** A word for each place that occurs nowhere else, to search for where it must not be. */
export const canary = Object.fromEntries(
  names.map((name) => [name, `cnry${name.toLowerCase()}${randomBytes(5).toString('hex')}`]),
) as Record<CanaryName, string>;

/** The secrets that a text contains, as they are, percent-encoded, or in base64. */
export function leaksIn(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const lower = text.toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const plain = lower.includes(secret.toLowerCase()) || lower.includes(encodeURIComponent(secret).toLowerCase());
    return plain || inBase64(secret).some((encoded) => text.includes(encoded)) ? [name] : [];
  });
}

/**
 * Its base64 forms, one for each position in a group of three octets, without the ends, which depend on their
 * neighbours.
 */
function inBase64(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${' '.repeat(offset)}${secret}`).toString('base64');
    return encoded.slice(offset === 0 ? 0 : 4, encoded.length - 4);
  });
}

/** Everything that passes through a NATS server, as it appears on the wire. */
export async function listenToNats(url: string): Promise<{ text: () => string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (chunk.includes('PING\r\n')) socket.write('PONG\r\n');
  });
  socket.write('CONNECT {"verbose":false,"headers":true}\r\nSUB > 1\r\n');
  return { text: () => text, close: () => socket.destroy() };
}
