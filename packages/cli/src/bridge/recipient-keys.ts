import { readFile } from 'node:fs/promises';
import { readKeys, type Key } from 'openpgp';
import { chosenKey, isUsable, type FoundKey } from '@mailroom/pgp-mail';
import { UsageError } from '../usage-error.js';

export type Ask = (path: string) => Promise<Response>;

/** Finds the keys of recipients: those that whoever runs the bridge has given come before those that the service finds. */
export class RecipientKeys {
  private constructor(
    private readonly given: readonly Key[],
    private readonly ask: Ask,
  ) {}

  /** @throws UsageError for a file that holds no keys */
  static async from(files: readonly string[], ask: Ask): Promise<RecipientKeys> {
    const keys = await Promise.all(
      files.map(async (file) => {
        try {
          return await readKeys({ armoredKeys: await readFile(file, 'utf8') });
        } catch (cause) {
          throw new UsageError(`The file ${file} holds no public keys: ${(cause as Error).message}`, { cause });
        }
      }),
    );
    return new RecipientKeys(keys.flat(), ask);
  }

  /** Null where nobody knows one. @throws UntrustedKey */
  async of(address: string): Promise<Key | null> {
    const own = this.given.find((key) => key.users.some(({ userID }) => userID?.email.toLowerCase() === address));
    if (own && (await isUsable(own))) return own;
    const response = await this.ask(`/keys/find?address=${encodeURIComponent(address)}`);
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const { data } = (await response.json()) as { data: { keys: FoundKey[] } };
    return chosenKey(address, data.keys);
  }
}
