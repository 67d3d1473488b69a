/** A part of somebody's mail that has an address of its own. */
export type MailResource =
  | { readonly kind: 'inbox'; readonly accountId: number }
  | { readonly kind: 'thread'; readonly accountId: number; readonly threadId: string }
  | { readonly kind: 'email'; readonly emailId: number };

/** Ids of mailboxes have 31 bits. */
const MAX_ACCOUNT_ID = 2_147_483_647;

/** What a URI names; null where there can be no such resource. */
export function resourceOf(uri: string): MailResource | null {
  const [, account, rest] = /^mailroom:\/\/mailboxes\/(\d{1,10})\/(.+)$/.exec(uri) ?? [];
  const [, email] = /^mailroom:\/\/emails\/(\d{1,15})$/.exec(uri) ?? [];
  if (email !== undefined) return { kind: 'email', emailId: Number(email) };
  if (account === undefined || rest === undefined) return null;
  const accountId = Number(account);
  if (accountId > MAX_ACCOUNT_ID) return null;
  if (rest === 'inbox') return { kind: 'inbox', accountId };
  const [, thread] = /^threads\/([^/]{1,400})$/.exec(rest) ?? [];
  const threadId = thread === undefined ? null : decoded(thread);
  return threadId === null ? null : { kind: 'thread', accountId, threadId };
}

/** No conversation has a NUL in its name, which no database could look for. */
function decoded(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    return name.includes('\0') ? null : name;
  } catch {
    return null;
  }
}
