import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/concurrency';
import { Database, statement } from '@mailroom/database';

const CHANNEL = 'call-cancelled';
const MAX_GROUP = 200;

const tell = statement(
  'tell-cancelled',
  `select pg_notify('${CHANNEL}', key) from unnest($1::text[]) as cancelled (key)`,
);

/** Tells every process which calls have been cancelled. Nothing is kept: who does not listen then never hears of it. */
@Injectable()
export class CallCancellationRepository {
  /** What comes while others are being told of goes together. */
  readonly #telling = new GroupCommitter<string, undefined>(async (keys) => this.#tell(keys), { maxGroup: MAX_GROUP });

  constructor(private readonly database: Database) {}

  /** The key holds no NUL, and is shorter than the 8000 bytes that a NOTIFY carries. */
  async tell(key: string): Promise<void> {
    await this.#telling.submit(key);
  }

  /** Calls `hear` with the key of each call that any process tells of, until the function that it returns is called. */
  listen(hear: (key: string) => void): () => void {
    return this.database.listen(CHANNEL, hear);
  }

  async #tell(keys: readonly string[]): Promise<undefined[]> {
    await this.database.query(tell, [keys]);
    return keys.map(() => undefined);
  }
}
