import { Injectable } from '@nestjs/common';
import { Database, type ExpiringRows } from '@mailroom/database';

export const expiredBodyRefs: ExpiringRows = { table: 'body_ref', key: 'id', since: 'expires_at' };

export type BodyRefRow = {
  readonly id: string;
  readonly mailboxId: number;
  readonly subject: string | null;
  readonly plainText: string | null;
  readonly html: string | null;
  readonly expiresAt: Date;
};

@Injectable()
export class BodyRefRepository {
  constructor(private readonly database: Database) {}

  async insert(data: BodyRefRow): Promise<void> {
    await this.database.use((client) => client.bodyRef.create({ data }));
  }

  /** Returns it whoever owns it, and also when it has expired: the caller checks. */
  async find(id: string): Promise<BodyRefRow | null> {
    return this.database.use((client) => client.bodyRef.findUnique({ where: { id } }));
  }
}
