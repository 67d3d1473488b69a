import { Injectable } from '@nestjs/common';
import { TrustedReads } from '@mailroom/concurrency';
import { canonicalAddress, withoutTag, type EmailAddress } from '@mailroom/message';
import { MAILBOX_ACTIVE } from './mailbox.js';
import { MailboxRepository, type ResolvedRecipient } from './mailbox.repository.js';

/** Where mail to an address goes, or why it is refused. `until` is when its lease ends, as `performance.now()` counts. */
export type RecipientDecision =
  | { readonly kind: 'mailbox'; readonly mailboxId: number; readonly sealed: boolean; readonly until?: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'not_ours' };

/** How long a mailbox that was found is trusted; one that was not found is looked up again each time. */
const TRUSTED_MS = 1_000;
const MAX_ENTRIES = 10_000;

type Lookup = {
  readonly address: string;
  readonly domain: string;
  readonly settle: (row: ResolvedRecipient) => void;
  readonly fail: (error: unknown) => void;
};

/** Finds the mailbox of a recipient, for mail that comes in and mail that stays inside; look-ups that arrive together share one query. */
@Injectable()
export class RecipientDirectory {
  readonly #trusted = new TrustedReads<string, RecipientDecision>({
    trustedMs: TRUSTED_MS,
    maxEntries: MAX_ENTRIES,
    remembers: ({ kind }) => kind === 'mailbox',
  });
  #waiting: Lookup[] = [];

  constructor(private readonly mailboxes: MailboxRepository) {}

  /** Returns the mailbox of that name, or that of the name without its tag, or the domain's catch-all. */
  async resolve(recipient: EmailAddress): Promise<RecipientDecision> {
    const address = canonicalAddress(recipient);
    const decision = await this.#trusted.get(address, () => this.#decide(recipient, address));
    if (decision.kind !== 'mailbox' || decision.until === undefined || performance.now() < decision.until) {
      return decision;
    }
    // Its lease ended while it was trusted: the database says whether it was extended.
    this.#trusted.forget(address);
    return this.#trusted.get(address, () => this.#decide(recipient, address));
  }

  async #decide(recipient: EmailAddress, address: string): Promise<RecipientDecision> {
    const untagged = withoutTag(recipient);
    const base = untagged === null ? address : canonicalAddress(untagged);
    // The clock is read before the database counts what is left, so that the end is never later here than there.
    const askedAt = performance.now();
    const row = await this.#find(base, recipient.domain);
    if (row.mailboxId !== null) {
      if (row.status !== MAILBOX_ACTIVE) return { kind: 'disabled' };
      const { mailboxId, leaseSeconds } = row;
      const sealed = row.encryption === 'sealed';
      return {
        kind: 'mailbox',
        mailboxId,
        sealed,
        ...(leaseSeconds !== null && { until: askedAt + leaseSeconds * 1_000 }),
      };
    }
    return { kind: row.hosted ? 'unknown' : 'not_ours' };
  }

  #find(address: string, domain: string): Promise<ResolvedRecipient> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ address, domain, settle, fail });
      if (this.#waiting.length === 1) setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const lookups = this.#waiting;
    this.#waiting = [];
    const domains = new Map(lookups.map(({ address, domain }) => [address, domain]));
    try {
      const rows = await this.mailboxes.resolveRecipients([...domains.keys()], [...domains.values()]);
      const byAddress = new Map(rows.map((row) => [row.recipient, row]));
      for (const { address, settle, fail } of lookups) {
        const row = byAddress.get(address);
        if (row) settle(row);
        else fail(new Error(`The look-up of ${address.length} characters came back without an answer.`));
      }
    } catch (error) {
      for (const { fail } of lookups) fail(error);
    }
  }
}
