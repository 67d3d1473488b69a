import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { inForce } from '../key/mail-key-force.repository.js';
import type { Bridge } from './bridge.js';

const columns = `b.id, b.key_id as "keyId", k.mailbox_id as "mailboxId", k.fingerprint, b.created_at as "createdAt"`;

const listOfMailbox = statement(
  'bridge-list',
  `select ${columns} from mail_key k join bridge b on b.key_id = k.id
   where k.mailbox_id = $1 and ${inForce} order by b.id`,
);

const find = statement(
  'bridge-find',
  `select ${columns}, k.token_id as "tokenId" from bridge b join mail_key k on k.id = b.key_id
   where b.id = $1 and ${inForce}`,
);

/** A token that was rotated works for a while beside the one that has its keys now. */
const findSecret = statement(
  'bridge-secret',
  `select b.secret_hash as "secretHash", k.id as "keyId" from bridge b join mail_key k on k.id = b.key_id
   where b.id = $1 and k.fingerprint = $2 and ${inForce}
     and (k.token_id = $3 or k.token_id = (select t.successor_id from access_token t where t.id = $3))`,
);

@Injectable()
export class BridgeRepository {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async listOfMailbox(mailboxId: number): Promise<Bridge[]> {
    return this.database.query<Bridge>(listOfMailbox, [mailboxId]);
  }

  async find(id: number): Promise<(Bridge & { readonly tokenId: number }) | null> {
    const [found] = await this.database.query<Bridge & { tokenId: number }>(find, [id]);
    return found ?? null;
  }

  /** The hash of its secret, if it is a bridge of that key and the key is one of that token. */
  async findSecret(id: number, fingerprint: string, tokenId: number): Promise<ProvenKey | null> {
    const [found] = await this.database.query<ProvenKey>(findSecret, [id, fingerprint, tokenId]);
    return found ?? null;
  }

  async countOfKey(tx: Tx, keyId: number): Promise<number> {
    return tx.bridge.count({ where: { keyId } });
  }

  async insert(tx: Tx, keyId: number, secretHash: Buffer): Promise<number> {
    const data = { keyId, secretHash: new Uint8Array(secretHash) };
    return (await tx.bridge.create({ data, select: { id: true } })).id;
  }

  /** Returns false if it was deleted before. */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await tx.bridge.deleteMany({ where: { id } })).count === 1;
  }
}

type ProvenKey = { readonly secretHash: Buffer; readonly keyId: number };
