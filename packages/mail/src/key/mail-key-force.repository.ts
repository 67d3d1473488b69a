/** SQL: whether a key `k` is one to be told of. That of a token that is over waits for the janitor. */
export const inForce = `(k.token_id is null or exists (
    select from access_token t where t.id = k.token_id and t.revoked_at is null and coalesce(t.expires_at > now(), true)))`;
