import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { inForce } from '../key/mail-key-force.repository.js';

/** How a message is sealed, and to which keys: that of the owner and those of the agents. */
export type SealOrder = {
  readonly keys: readonly { readonly fingerprint: string; readonly publicKey: Uint8Array<ArrayBuffer> }[];
  readonly beforeExtraction: boolean;
};

const findOrder = statement(
  'seal-order',
  `select m.seal_before_extraction as "beforeExtraction", k.fingerprint, k.public_key as "publicKey"
   from mailbox m left join mail_key k on k.mailbox_id = m.id and k.replaced_at is null and ${inForce}
   where m.id = $1 and m.encryption = 'sealed' order by k.id`,
);

type OrderRow = { beforeExtraction: boolean; fingerprint: string | null; publicKey: Buffer | null };

@Injectable()
export class SealingRepository {
  constructor(private readonly database: Database) {}

  /** Null where the mailbox is not sealed any more; no keys where it was closed, and they went with it. */
  async findOrder(mailboxId: number): Promise<SealOrder | null> {
    const rows = await this.database.query<OrderRow>(findOrder, [mailboxId]);
    const [first] = rows;
    if (!first) return null;
    const keys = rows.flatMap(({ fingerprint, publicKey }) =>
      // A copy, since what is sent to a worker takes along whatever memory it shares.
      fingerprint && publicKey ? [{ fingerprint, publicKey: new Uint8Array(publicKey) }] : [],
    );
    return { keys, beforeExtraction: first.beforeExtraction };
  }
}
