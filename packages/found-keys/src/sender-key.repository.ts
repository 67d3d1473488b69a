import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** A key that the tenant of an email goes by for an address. */
export type SenderKeyRow = {
  readonly emailId: number;
  readonly fingerprint: string;
  readonly publicKey: Buffer;
  /** Whether its owner published since that it holds no more. */
  readonly revoked: boolean;
};

const ofSender = statement(
  'key-pin-of-sender',
  `select e.id as "emailId", p.fingerprint, p.public_key as "publicKey", p.revoked
   from email e join mailbox m on m.id = e.mailbox_id
     join key_pin p on p.tenant_id = m.tenant_id and p.address = $2
   where e.id = any ($1::bigint[])`,
);

/** What the tenants that an email came to have pinned of its sender. */
@Injectable()
export class SenderKeyRepository {
  constructor(private readonly database: Database) {}

  async pinned(emailIds: readonly number[], address: string): Promise<SenderKeyRow[]> {
    return this.database.query<SenderKeyRow>(ofSender, [emailIds, address]);
  }
}
