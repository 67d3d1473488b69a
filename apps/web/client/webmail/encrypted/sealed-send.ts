import { MailroomError } from '@mailroom/client';
import type { EntityFile } from '@mailroom/pgp-mail';
import type { Reader, Readers } from '../../pgp-worker/calls.js';
import { addressesOf } from '../../kit/listed.js';
import { api } from '../api.js';
import { keyring } from './keyring.js';

/** What was written, and for whom. */
export type Sealable = {
  readonly accountId: number;
  /** The message that it answers. */
  readonly emailId?: number;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  readonly text: string;
  readonly files: readonly File[];
  /** Of the own key that signs. */
  readonly fingerprint: string;
};

/** A message of 25 MiB, which has both its files and its ciphertext in base64. */
const MAX_FILE_BYTES = 12 * 1024 * 1024;

const PAUSE_MS = 1_200;

/** Of `Name <a@b>` the address. */
const bare = (text: string) => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();

const readersOf = ({ to, cc }: Pick<Sealable, 'to' | 'cc'>) => [
  ...new Set([...addressesOf(to), ...addressesOf(cc)].map(bare)),
];

/** One after another, as the service asks a domain for one address at a time. */
async function keysOf(addresses: readonly string[]): Promise<readonly Reader[]> {
  const readers: Reader[] = [];
  for (const address of addresses)
    readers.push({ address, keys: (await patiently(() => api.findKeys({ address }))).keys });
  return readers;
}

async function patiently<T>(ask: () => Promise<T>, tries = 4): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1 || !(error instanceof MailroomError) || error.status !== 429) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return patiently(ask, tries - 1);
  }
}

/** Who of them could read it. */
export async function readable(addressed: Pick<Sealable, 'to' | 'cc'>): Promise<Readers> {
  return keyring.call('find', { readers: await keysOf(readersOf(addressed)) });
}

/** Why something is not sent; null if everybody can read it. */
export function refusalOf({ missing, changed, revoked }: Readers): string | null {
  if (changed.length > 0)
    return `The key of ${changed.join(', ')} is another than before: compare its fingerprint with its owner.`;
  if (revoked.length > 0)
    return `The key of ${revoked.join(', ')} was revoked by its owner, and no other is published.`;
  return missing.length > 0 ? `No key is known for ${missing.join(', ')}, so it would be in the clear for them.` : null;
}

/**
 * One message that is encrypted and sent once, however often that is tried: what did not change is the same ciphertext under the
 * same idempotency key.
 */
export class SealedMessage {
  #said = '';
  #files: readonly File[] = [];
  #encrypted = '';
  #idempotencyKey = '';

  /** @throws Error if it would be in the clear for somebody; nothing is sent then */
  async send(message: Sealable): Promise<void> {
    const { accountId, emailId, to, cc, subject } = message;
    await this.#seal(message);
    const addressed = { to: addressesOf(to), cc: addressesOf(cc), idempotencyKey: this.#idempotencyKey };
    const sent = { ...addressed, pgpMime: { encrypted: this.#encrypted } };
    if (emailId === undefined) await api.sendEmail({ ...sent, subject, accountId });
    else await api.replyToEmail({ ...sent, emailId });
  }

  async #seal({ files, ...message }: Sealable): Promise<void> {
    const said = JSON.stringify(message);
    if (said === this.#said && files === this.#files) return;
    if (files.reduce((size, file) => size + file.size, 0) > MAX_FILE_BYTES)
      throw new Error('The files are larger than 12 MB together, which is too much for a message.');
    const readers = await keysOf(readersOf(message));
    if (readers.length === 0) throw new Error('Say to whom it goes.');
    const refusal = refusalOf(await keyring.call('find', { readers }));
    if (refusal !== null) throw new Error(`Nothing was sent. ${refusal}`);
    const { text, fingerprint } = message;
    const read = await Promise.all(files.map(entityFileOf));
    this.#encrypted = await keyring.call('seal', { text, files: read, readers, fingerprint });
    this.#idempotencyKey = crypto.randomUUID();
    this.#said = said;
    this.#files = files;
  }
}

async function entityFileOf(file: File): Promise<EntityFile> {
  return { filename: file.name, contentType: file.type, content: new Uint8Array(await file.arrayBuffer()) };
}
