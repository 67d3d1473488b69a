import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows, type Tx } from '@mailroom/database';
import { isOpen } from '../mailbox/mailbox-status.repository.js';

/** Who signed in to a mailbox with its password, while that lasts. */
export type MailboxSignIn = {
  readonly id: number;
  readonly mailboxId: number;
  readonly tenantId: string;
  readonly address: string;
  readonly expiresAt: Date;
  /** Also set where the password was replaced, or the mailbox takes part in nothing any more. */
  readonly endedAt: Date | null;
};

/** A mailbox that has a password and is open. */
export type SignInMailbox = Pick<MailboxSignIn, 'mailboxId' | 'tenantId' | 'address'>;

const endedAt = `coalesce(s.ended_at,
  case when p.generation is distinct from s.generation then coalesce(p.changed_at, now()) end,
  case when not ${isOpen('m')} then coalesce(least(m.leased_until, now()), now()) end)`;

const from = `mailbox_sign_in s join mailbox m on m.id = s.mailbox_id
  left join mailbox_password p on p.mailbox_id = s.mailbox_id`;

const findByHash = statement(
  'mailbox-sign-in-by-hash',
  `select s.id::float8 as id, s.mailbox_id as "mailboxId", m.tenant_id as "tenantId", m.address,
     s.expires_at as "expiresAt", ${endedAt} as "endedAt"
   from ${from} where s.token_hash = $1`,
);

const ended = statement(
  'mailbox-sign-in-ended',
  `select s.id::float8 as id from ${from}
   where s.id = any ($1::bigint[]) and (s.expires_at <= now() or ${endedAt} is not null)`,
);

const findMailbox = statement(
  'mailbox-sign-in-mailbox',
  `select m.id as "mailboxId", m.tenant_id as "tenantId", m.address
   from mailbox m join mailbox_password p on p.mailbox_id = m.id where m.address = $1 and ${isOpen('m')}`,
);

/** Each has a rate of its own, so one mailbox has no more of them in force. */
const MAX_IN_FORCE = 100;

/** Sign-ins that are over, with what they had left of their rate. */
export const endedSignIns: ExpiringRows = {
  table: 'mailbox_sign_in',
  key: 'id',
  since: 'expires_at',
  beside: "delete from rate_limit_bucket where principal_id in (select 'sign-in:' || id from gone)",
};

@Injectable()
export class MailboxSignInRepository {
  constructor(private readonly database: Database) {}

  /** Null for an address with which nobody can sign in. */
  async findMailbox(address: string): Promise<SignInMailbox | null> {
    const [found] = await this.database.query<SignInMailbox>(findMailbox, [address]);
    return found ?? null;
  }

  async findByHash(tokenHash: Buffer): Promise<MailboxSignIn | null> {
    const [found] = await this.database.query<MailboxSignIn>(findByHash, [tokenHash]);
    return found ?? null;
  }

  /** Returns those of them that are no longer in force. */
  async ended(ids: readonly number[]): Promise<number[]> {
    return (await this.database.query<{ id: number }>(ended, [ids])).map(({ id }) => id);
  }

  /** Begins one, and ends the oldest where there are too many. */
  async insert(tx: Tx, mailboxId: number, generation: number, tokenHash: Buffer, seconds: number) {
    const [begun] = await tx.$queryRaw<{ id: number; expiresAt: Date }[]>`
      insert into mailbox_sign_in (token_hash, mailbox_id, generation, expires_at)
      values (${tokenHash}, ${mailboxId}, ${generation}, now() + make_interval(secs => ${seconds}::int))
      returning id::float8 as id, expires_at as "expiresAt"`;
    if (!begun) throw new Error('The sign-in was inserted and is not there.');
    await tx.$executeRaw`
      update mailbox_sign_in set ended_at = now() where id in (
        select id from mailbox_sign_in where mailbox_id = ${mailboxId} and ended_at is null and expires_at > now()
        order by id desc offset ${MAX_IN_FORCE})`;
    return begun;
  }

  /** Returns false if it was over already. */
  async end(tx: Tx, id: number): Promise<boolean> {
    const count = await tx.$executeRaw`
      update mailbox_sign_in set ended_at = now() where id = ${id} and ended_at is null and expires_at > now()`;
    return count === 1;
  }
}
