import { randomBytes } from 'node:crypto';
import type { DataDirectory } from './data-directory.js';
import { DataDirectoryInUseError } from './embedded-postgres-error.js';
import { isAlive, processIdentity } from './process-status.js';

const NAME = 'instance.json';

/**
 * A file that names the Mailroom using this data directory, so that a second one is refused at once: before it makes a
 * cluster, and even while the first one's Postgres hangs or is being restarted. Files can't guarantee exclusion (two
 * processes may replace a stale one at once): the `InstanceLock` has the last word.
 */
export class DirectoryClaim {
  readonly #data: DataDirectory;
  readonly #text: string;

  private constructor(data: DataDirectory) {
    this.#data = data;
    this.#text = JSON.stringify({
      pid: process.pid,
      process: processIdentity(process.pid),
      // Distinguishes several claims of one process.
      token: randomBytes(8).toString('hex'),
    });
  }

  /** Throws `DataDirectoryInUseError` if a living process has claimed the directory. */
  static async take(data: DataDirectory): Promise<DirectoryClaim> {
    const claim = new DirectoryClaim(data);
    const found = await data.createOnce(NAME, claim.#text);
    if (found === claim.#text) return claim;
    const holder = livingHolder(found);
    if (holder !== undefined) throw new DataDirectoryInUseError(data.path, holder);
    await claim.renew();
    return claim;
  }

  /** Writes the claim again, in the name of whichever of two simultaneous starts got the lock. */
  async renew(): Promise<void> {
    await this.#data.replace(NAME, this.#text);
  }

  async release(): Promise<void> {
    if ((await this.#data.read(NAME)) === this.#text) await this.#data.remove(NAME);
  }
}

/** The claim's process if it is still alive; without proof that it is the same process it doesn't count. */
function livingHolder(text: string): number | undefined {
  try {
    const claim = JSON.parse(text) as { pid?: unknown; process?: unknown };
    if (typeof claim.pid !== 'number' || typeof claim.process !== 'string') return undefined;
    return isAlive(claim.pid) && processIdentity(claim.pid) === claim.process ? claim.pid : undefined;
  } catch {
    return undefined;
  }
}
