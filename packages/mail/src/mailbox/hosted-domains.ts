import { Injectable } from '@nestjs/common';
import { GroupCommitter, TrustedReads } from '@mailroom/concurrency';
import { MailboxRepository } from './mailbox.repository.js';

const TRUSTED_MS = 1_000;
const MAX_ENTRIES = 10_000;
const MAX_GROUP = 1_000;

/** Knows which domains this installation hosts: mail to them never leaves it. */
@Injectable()
export class HostedDomains {
  readonly #trusted = new TrustedReads<string, boolean>({ trustedMs: TRUSTED_MS, maxEntries: MAX_ENTRIES });
  /** Look-ups that come together share one query. */
  readonly #lookUps: GroupCommitter<string, boolean>;

  constructor(private readonly mailboxes: MailboxRepository) {
    this.#lookUps = new GroupCommitter((domains) => this.#find(domains), { maxGroup: MAX_GROUP });
  }

  /** Returns those of these domains that are hosted here, as of the last second. */
  async among(domains: Iterable<string>): Promise<ReadonlySet<string>> {
    const hosted = new Set<string>();
    const judged = [...new Set(domains)].map(async (domain) => {
      if (await this.#trusted.get(domain, () => this.#lookUps.submit(domain))) hosted.add(domain);
    });
    await Promise.all(judged);
    return hosted;
  }

  async #find(domains: readonly string[]): Promise<boolean[]> {
    const hosted = new Set(await this.mailboxes.findHosted(domains));
    return domains.map((domain) => hosted.has(domain));
  }
}
