import { MailroomError } from '@mailroom/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetKept } from './kept.js';
import { tellOtherTabs } from './other-tabs.js';
import { ownFetch } from './own-fetch.js';
import { withEnd, type SignedOut } from './session-end.js';

export type Session =
  SignedOut | { readonly signedIn: true; readonly expiresAt: string; readonly kind: 'wallet' | 'password' | 'token' };

/** What a person signs in with. */
export type Proof =
  | { readonly token: string }
  | { readonly address: string; readonly password: string }
  | { readonly message: string; readonly signature: string }
  | { readonly from: 'app' };

type Refusal = { readonly error?: string | { readonly type: string }; readonly message?: string };

async function exchange<T>(path: string, init: RequestInit): Promise<T> {
  const response = await ownFetch(path, { ...init, headers: { 'content-type': 'application/json' } }).catch(
    (cause: unknown) => {
      throw new MailroomError('unreachable', 'The service could not be reached.', { status: 0 }, { cause });
    },
  );
  // What is no JSON comes from something in between, such as a balancer that reaches nobody.
  const said = (await response.json().catch(() => null)) as (T & Refusal) | null;
  if (response.ok && said) return said;
  const body: Refusal = said ?? {};
  const type = typeof body.error === 'string' ? body.error : (body.error?.type ?? 'internal_error');
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  throw new MailroomError(type, body.message ?? 'The service did not answer.', {
    // An answer that cannot be read is none.
    status: response.ok ? 502 : response.status,
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}

/** The text that a wallet signs to sign in. */
export function challenge(address: string): Promise<{ readonly message: string }> {
  return exchange('challenge', { method: 'POST', body: JSON.stringify({ address }) });
}

/** Whether somebody is signed in here, and the two ways to change it. */
export function useSession() {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['session'],
    queryFn: async () => withEnd(client, await exchange<Session>('session', {})),
    staleTime: 60_000,
  });
  const signIn = async (proof: Proof) => {
    await exchange('session', { method: 'POST', body: JSON.stringify(proof) });
    tellOtherTabs();
    await client.resetQueries();
  };
  const signOut = async () => {
    await exchange('session', { method: 'DELETE' });
    tellOtherTabs();
    forgetKept();
    client.setQueryData(['session'], { signedIn: false } satisfies Session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  return { session: data, error, signIn, signOut };
}
