import { statement, type Database, type ExpiringRows } from '@mailroom/database';

/** The interfaces for people; each has sessions of its own. */
export type WebSurface = 'app' | 'webmail' | 'admin';

export type StoredWebSession = { readonly sealedCredential: Buffer; readonly expiresAt: Date };

export type NewWebSession = {
  readonly idHash: Buffer;
  readonly surface: WebSurface;
  readonly sealedCredential: Buffer;
  readonly seconds: number;
};

const insert = statement(
  'web-session-insert',
  `insert into web_session (id_hash, surface, sealed_credential, expires_at)
   values ($1, $2, $3, now() + make_interval(secs => $4::int)) returning expires_at as "expiresAt"`,
);

const find = statement(
  'web-session-find',
  `select sealed_credential as "sealedCredential", expires_at as "expiresAt" from web_session
   where id_hash = $1 and surface = $2 and expires_at > now()`,
);

const end = statement('web-session-end', 'delete from web_session where id_hash = $1');

/** Sessions whose time is over; those that were ended are gone at once. */
export const endedWebSessions: ExpiringRows = { table: 'web_session', key: 'id_hash', since: 'expires_at' };

/** What a day adds to the time of a session before its row goes. */
export const WEB_SESSION_RETENTION_SECONDS = 86_400;

/** The sign-ins of people in a browser. */
export class WebSessionRepository {
  constructor(private readonly database: Database) {}

  /** Returns until when it lasts. */
  async insert({ idHash, surface, sealedCredential, seconds }: NewWebSession): Promise<Date> {
    const [row] = await this.database.query<{ expiresAt: Date }>(insert, [idHash, surface, sealedCredential, seconds]);
    if (!row) throw new Error('The session was inserted and is not there.');
    return row.expiresAt;
  }

  async find(idHash: Buffer, surface: WebSurface): Promise<StoredWebSession | null> {
    const [found] = await this.database.query<StoredWebSession>(find, [idHash, surface]);
    return found ?? null;
  }

  async end(idHash: Buffer): Promise<void> {
    await this.database.query(end, [idHash]);
  }
}
