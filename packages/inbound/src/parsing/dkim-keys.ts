import { createPublicKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { TrustedReads } from '@mailroom/concurrency';

type Resolve = (name: string, type: string) => Promise<unknown>;
type DkimKey = { readonly publicKey: unknown; readonly rr: string; readonly modulusLength: number | undefined };
type GetPublicKey = (type: string, name: string, minBits: number | undefined, resolve: Resolve) => Promise<DkimKey>;

const MAX_KEYS = 1_024;
const KEPT_MS = 60 * 60_000;

const keys = new TrustedReads<string, DkimKey>({ trustedMs: KEPT_MS, maxEntries: MAX_KEYS });

/**
 * Lets mailauth keep the keys that it has read, each with the record in which it stood; a record that DNS answers with
 * now is looked up here, and another record is another key. mailauth reads the key of a record anew for each signature,
 * and once more when it verifies, which took a third of a signed message. It has no setting for this, so its function is
 * replaced before its other modules are loaded and take it.
 */
function keepDkimKeys(): void {
  const tools = createRequire(import.meta.url)('mailauth/lib/tools') as { getPublicKey: GetPublicKey };
  const read = tools.getPublicKey;
  tools.getPublicKey = async (type, name, minBits, resolve) => {
    const records = await resolve(name, 'TXT');
    const key = `${type} ${minBits ?? ''} ${JSON.stringify(records)}`;
    return keys.get(key, async () => {
      const found = await read(type, name, minBits, () => Promise.resolve(records));
      return { ...found, publicKey: createPublicKey(found.publicKey as string) };
    });
  };
}

keepDkimKeys();
