import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { isOpen } from '../mailbox/mailbox-status.repository.js';
import { inForce } from './mail-key-force.repository.js';
import type { MailKey, NewMailKey } from './mail-key.js';

const columns = `k.id, k.mailbox_id as "mailboxId", k.kind, k.token_id as "tokenId", k.fingerprint,
  k.public_key as "publicKey", k.locked_private_key as "lockedPrivateKey", k.created_at as "createdAt",
  k.replaced_at as "replacedAt"`;

const listOfMailbox = statement(
  'mail-key-list',
  `select ${columns} from mail_key k where k.mailbox_id = $1 and ${inForce} order by k.id`,
);

const find = statement('mail-key-find', `select ${columns} from mail_key k where k.id = $1 and ${inForce}`);

const findWithParts = statement(
  'mail-key-find-parts',
  `select ${columns}, k.key_ids as "keyIds" from mail_key k where k.id = $1 and ${inForce}`,
);

const ownerKey = statement(
  'mail-key-owner',
  `select public_key as "publicKey" from mail_key where mailbox_id = $1 and kind = 'owner' and replaced_at is null`,
);

const published = statement(
  'mail-key-published',
  `select k.public_key as "publicKey" from mail_key k join mailbox m on m.id = k.mailbox_id
   where k.web_key_hash = $1 and k.replaced_at is null and m.domain = $2 and ${isOpen('m')}`,
);

/**
 * The keys of these mailboxes that can read these emails ($5), since they are among the readers that those name ($2) or since
 * an envelope for them was added: $3 is the token that asks, and null asks for those of all tokens. A token that was rotated
 * works for a while beside the one that has its keys now.
 */
const readers = statement(
  'mail-key-readers',
  `select k.id, k.mailbox_id as "mailboxId", k.kind, k.fingerprint, k.key_ids as "keyIds", v.ids as "wrapped"
   from mail_key k cross join lateral (
     select coalesce(array_agg(e.email_id::text), '{}') as ids from email_envelope e
     where k.kind = 'agent' and e.key_id = k.id and e.mailbox_id = k.mailbox_id and e.email_id = any ($5::bigint[])) v
   where k.mailbox_id = any ($1::int[]) and (k.key_ids && $2::text[] or cardinality(v.ids) > 0)
     and (k.kind = 'owner' or ($3::int is null and $4 and ${inForce}) or k.token_id = $3
       or k.token_id = (select t.successor_id from access_token t where t.id = $3))
   order by k.id desc`,
);

const removeOfMailbox = statement('mail-key-remove-of-mailbox', `delete from mail_key where mailbox_id = $1`);

/** The token whose agent keys count; `all` counts those of every token, and null those of none. */
export type Asking = number | 'all' | null;

/** A key with the ids of its parts, and of the emails whose session key was wrapped for it later. */
export type KnownReader = Pick<MailKey, 'id' | 'mailboxId' | 'kind' | 'fingerprint'> & {
  readonly keyIds: readonly string[];
  readonly wrapped: readonly string[];
};

export type KeyWithParts = MailKey & { readonly keyIds: readonly string[] };

/** The emails of mailboxes whose readers are looked for. */
export type ReadersOf = {
  readonly mailboxIds: readonly number[];
  readonly keyIds: readonly string[];
  readonly emailIds: readonly number[];
};

@Injectable()
export class MailKeyRepository {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async listOfMailbox(mailboxId: number): Promise<MailKey[]> {
    return this.database.query<MailKey>(listOfMailbox, [mailboxId]);
  }

  async find(id: number): Promise<MailKey | null> {
    const [found] = await this.database.query<MailKey>(find, [id]);
    return found ?? null;
  }

  /** The same with the ids of its parts. */
  async findWithParts(id: number): Promise<KeyWithParts | null> {
    const [found] = await this.database.query<KeyWithParts>(findWithParts, [id]);
    return found ?? null;
  }

  /** The keys, the newest first, that can read some of these emails: owner keys, and the agent keys of whoever asks. */
  async readers({ mailboxIds, keyIds, emailIds }: ReadersOf, asking: Asking): Promise<KnownReader[]> {
    const tokenId = asking === 'all' ? null : asking;
    return this.database.query<KnownReader>(readers, [mailboxIds, keyIds, tokenId, asking === 'all', emailIds]);
  }

  /** The owner key that others write to; null where there is none. */
  async findOwnerKey(mailboxId: number): Promise<Buffer | null> {
    const [found] = await this.database.query<{ publicKey: Buffer }>(ownerKey, [mailboxId]);
    return found?.publicKey ?? null;
  }

  /** The owner key of an open mailbox, by what the Web Key Directory calls it. */
  async findPublished(webKeyHash: string, domain: string): Promise<Buffer | null> {
    const [found] = await this.database.query<{ publicKey: Buffer }>(published, [webKeyHash, domain]);
    return found?.publicKey ?? null;
  }

  /**
   * Holds the mailbox until the transaction ends, so that nobody else changes its keys. Returns false for one that is closed,
   * whose keys go with its mail.
   */
  async holdMailbox(tx: Tx, mailboxId: number): Promise<boolean> {
    const [held] = await tx.$queryRawUnsafe<{ open: boolean }[]>(
      `select ${isOpen('m')} as open from mailbox m where m.id = $1 for no key update`,
      mailboxId,
    );
    return held?.open === true;
  }

  /** Whether mail to the mailbox is sealed; whoever calls holds the mailbox. */
  async isSealed(tx: Tx, mailboxId: number): Promise<boolean> {
    const found = await tx.mailbox.findFirst({ where: { id: mailboxId, encryption: 'sealed' }, select: { id: true } });
    return found !== null;
  }

  /** Whoever calls holds the mailbox. */
  async listHeld(tx: Tx, mailboxId: number): Promise<MailKey[]> {
    return tx.$queryRawUnsafe<MailKey[]>(listOfMailbox.text, mailboxId);
  }

  /** Ends the owner key in force, except for that one. */
  async replaceOwner(tx: Tx, mailboxId: number, exceptId: number | null): Promise<void> {
    await tx.$executeRaw`
      update mail_key set replaced_at = now()
      where mailbox_id = ${mailboxId} and kind = 'owner' and replaced_at is null and id is distinct from ${exceptId}::int`;
  }

  async insert(tx: Tx, mailboxId: number, key: NewMailKey): Promise<number> {
    const { kind, tokenId, fingerprint, webKeyHash } = key;
    const data = { mailboxId, kind, tokenId, fingerprint, webKeyHash, ...contentOf(key) };
    return (await tx.mailKey.create({ data, select: { id: true } })).id;
  }

  /** Writes the key again under its id, as the one in force. */
  async renew(tx: Tx, id: number, key: NewMailKey): Promise<void> {
    const data = { ...contentOf(key), webKeyHash: key.webKeyHash, replacedAt: null };
    // Who sends the public part alone keeps the private one that is here.
    const { lockedPrivateKey, ...others } = data;
    await tx.mailKey.update({ where: { id }, data: lockedPrivateKey === null ? others : data });
  }

  /** Returns false if it was deleted before. */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await tx.mailKey.deleteMany({ where: { id } })).count === 1;
  }

  async removeOfMailbox(mailboxId: number): Promise<void> {
    await this.database.query(removeOfMailbox, [mailboxId]);
  }
}

function contentOf({ keyIds, publicKey, lockedPrivateKey }: NewMailKey) {
  return {
    keyIds: [...keyIds],
    publicKey: new Uint8Array(publicKey),
    lockedPrivateKey: lockedPrivateKey && new Uint8Array(lockedPrivateKey),
  };
}
