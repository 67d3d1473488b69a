import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** Of one token: requests per second, and how many at once after a pause. */
export type RateLimit = { readonly requestsPerSecond: number; readonly burst: number };

/** `granted` requests may be admitted; `left` is what the bucket still holds, which may be part of one. */
export type Slice = { readonly granted: number; readonly left: number };

/** What is in the bucket now; a statement that waited for another may have begun before the bucket was last filled. */
const available = `least($4::float8, b.tokens + greatest(0, extract(epoch from now() - b.refilled_at))::float8 * $3::float8)`;

/** Takes up to $2 of token $1's bucket, which fills with $3 a second up to $4. By the database's clock. */
const take = statement(
  'rate-limit-take',
  `insert into rate_limit_bucket as b (token_id, granted, tokens)
   values ($1, floor(least($2::float8, $4::float8)), $4::float8 - floor(least($2::float8, $4::float8)))
   on conflict (token_id) do update set
     granted = floor(least($2::float8, ${available})),
     tokens = ${available} - floor(least($2::float8, ${available})),
     refilled_at = greatest(b.refilled_at, now())
   returning granted, tokens as "left"`,
);

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /** A slice of the token's quota, for this process alone to spend. */
  async take(tokenId: number, wanted: number, { requestsPerSecond, burst }: RateLimit): Promise<Slice> {
    const [slice] = await this.database.query<Slice>(take, [tokenId, wanted, requestsPerSecond, burst]);
    return slice ?? { granted: 0, left: 0 };
  }
}
