import { randomBytes } from 'node:crypto';
import type { OAuthRecordRepository } from '@mailroom/identity';

const KIND = 'CookieKey';
const NAME = 'first';

/** The key that the cookies of a sign-in are signed with: made once, and the same for every replica. */
export async function cookieKeys(records: OAuthRecordRepository): Promise<string[]> {
  const own = { payload: { key: randomBytes(32).toString('hex') }, grantId: null, uid: null, lifetimeSeconds: null };
  await records.insertOnce(KIND, NAME, own);
  const stored = await records.find(KIND, NAME);
  return [String(stored?.payload.key)];
}
