import { DomainError } from '@mailroom/errors';
import type { Email } from '../email/email.js';
import type { EmailRepository } from '../email/email.repository.js';
import type { ArrivalRepository } from './arrival.repository.js';
import { fits, type EmailCriteria } from './email-wait.criteria.js';

const PAGE = 100;
/** The most emails that one wait looks through. */
const MAX_SCANNED = 5_000;

/**
 * Looks for the oldest matching email after a point in a mailbox, again and again, each time from where it left off.
 */
export class EmailScan {
  #cursor: number | undefined;
  #scanned = 0;
  #running = false;
  #again = false;

  constructor(
    private readonly emails: EmailRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly mailboxId: number,
    private readonly criteria: EmailCriteria,
  ) {
    this.#cursor = criteria.afterEmailId;
  }

  /** One look runs at a time: a call during a look makes it look again. @throws invalid_request if there is too much */
  async look(): Promise<Email | null> {
    this.#again = true;
    if (this.#running) return null;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        const found = await this.#lookOnce();
        if (found) return found;
      }
      return null;
    } finally {
      this.#running = false;
    }
  }

  async #lookOnce(): Promise<Email | null> {
    this.#cursor ??= await this.#idBefore(this.criteria.since ?? new Date(0));
    for (;;) {
      const page = { direction: 'received', cursor: this.#cursor, oldestFirst: true, limit: PAGE } as const;
      const emails = await this.emails.list(this.mailboxId, page);
      const found = await this.#firstFit(emails);
      if (found) return found;
      this.#cursor = emails.at(-1)?.id ?? this.#cursor;
      this.#scanned += emails.length;
      if (this.#scanned > MAX_SCANNED) throw tooFarBack();
      if (emails.length < PAGE) return null;
    }
  }

  async #firstFit(emails: readonly Email[]): Promise<Email | undefined> {
    const fitting = emails.filter((email) => fits(email, this.criteria));
    if (this.criteria.has !== 'link') return fitting[0];
    const withLinks = await this.arrivals.withLinks(fitting.map(({ rawId }) => rawId));
    return fitting.find(({ rawId }) => withLinks.has(rawId));
  }

  /** Returns the id before the first email that was received at or after an instant; ids grow with time. */
  async #idBefore(since: Date): Promise<number> {
    let cursor: number | undefined;
    for (let scanned = 0; scanned <= MAX_SCANNED; scanned += PAGE) {
      const page = { direction: 'received', cursor, oldestFirst: false, limit: PAGE } as const;
      const emails = await this.emails.list(this.mailboxId, page);
      const older = emails.find(({ createdAt }) => createdAt < since);
      if (older) return older.id;
      if (emails.length < PAGE) return 0;
      cursor = emails.at(-1)?.id;
    }
    throw tooFarBack();
  }
}

function tooFarBack(): DomainError {
  return new DomainError('invalid_request', `More than ${MAX_SCANNED} emails came after that.`, {
    fix: 'Wait from a later point, and list or search what is older.',
  });
}
