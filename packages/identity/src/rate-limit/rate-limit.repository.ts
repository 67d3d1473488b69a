import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** The limit for one principal: requests per second, and how many at once after a pause. */
export type RateLimit = { readonly requestsPerSecond: number; readonly burst: number };

/** `granted` requests may be admitted; `left` is what remains in the bucket, possibly a fraction of a request. */
export type Slice = { readonly granted: number; readonly left: number };

/** The bucket's present content; a statement that waited for another may have begun before the last refill. */
const available = `least($4::float8, b.tokens + greatest(0, extract(epoch from now() - b.refilled_at))::float8 * $3::float8)`;

/** Takes up to $2 from the bucket of principal $1, which refills at $3 per second up to $4, by the database's clock. */
const take = statement(
  'rate-limit-take',
  `insert into rate_limit_bucket as b (principal_id, granted, tokens)
   values ($1, floor(least($2::float8, $4::float8)), $4::float8 - floor(least($2::float8, $4::float8)))
   on conflict (principal_id) do update set
     granted = floor(least($2::float8, ${available})),
     tokens = ${available} - floor(least($2::float8, ${available})),
     refilled_at = greatest(b.refilled_at, now())
   returning granted, tokens as "left"`,
);

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /** Takes a slice of the principal's quota, which only this process may spend. */
  async take(principalId: string, wanted: number, { requestsPerSecond, burst }: RateLimit): Promise<Slice> {
    const [slice] = await this.database.query<Slice>(take, [principalId, wanted, requestsPerSecond, burst]);
    return slice ?? { granted: 0, left: 0 };
  }
}
