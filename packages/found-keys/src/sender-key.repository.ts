import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** A key that the tenant of a mailbox goes by for an address. */
export type SenderKeyRow = {
  readonly mailboxId: number;
  readonly fingerprint: string;
  readonly publicKey: Buffer;
  /** Whether its owner published since that it holds no more. */
  readonly revoked: boolean;
};

const ofSender = statement(
  'key-pin-of-sender',
  `select m.id as "mailboxId", p.fingerprint, p.public_key as "publicKey", p.revoked
   from mailbox m join key_pin p on p.tenant_id = m.tenant_id and p.address = $2
   where m.id = any ($1::int[])`,
);

/** What the tenants that a message came to have pinned of its sender. */
@Injectable()
export class SenderKeyRepository {
  constructor(private readonly database: Database) {}

  async pinned(mailboxIds: readonly number[], address: string): Promise<SenderKeyRow[]> {
    return this.database.query<SenderKeyRow>(ofSender, [mailboxIds, address]);
  }
}
