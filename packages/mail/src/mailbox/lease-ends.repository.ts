import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

const standing = statement(
  'mailbox-lease-standing',
  `select id, leased_until <= now() as ended from mailbox where id = any ($1::int[])`,
);

/** What became of the lease of a mailbox; null for a mailbox that is there to stay. */
export type LeaseStanding = { readonly id: number; readonly ended: boolean | null };

/** Reads whether mailboxes are still leased. */
@Injectable()
export class LeaseEndsRepository {
  constructor(private readonly database: Database) {}

  async standing(mailboxIds: readonly number[]): Promise<LeaseStanding[]> {
    return this.database.query<LeaseStanding>(standing, [mailboxIds]);
  }
}
