import { MailroomError } from '@mailroom/client';
import type { QueryClient } from '@tanstack/react-query';

/** Nobody is signed in; `ended` if somebody was, and did not sign out here. */
export type SignedOut = { readonly signedIn: false; readonly ended?: boolean };

const sessionIn = (client: QueryClient) => client.getQueryData<{ signedIn: boolean; ended?: boolean }>(['session']);

/** Whether the person was signed out by time, elsewhere, or because what they signed in with was revoked. */
export const hasEnded = (client: QueryClient) => sessionIn(client)?.ended === true;

/** A call that says the session is over brings the page to sign in. */
export function noticeEnd(client: QueryClient, error: unknown): void {
  if (!(error instanceof MailroomError) || error.status !== 401) return;
  // A sign-in that is refused ends no session.
  endSession(client);
}

/** Whoever is signed in is it no longer. */
export function endSession(client: QueryClient): void {
  if (sessionIn(client)?.signedIn === true)
    client.setQueryData(['session'], { signedIn: false, ended: true } satisfies SignedOut);
}

/** The same, where it is the server's answer to who is signed in. */
export function withEnd<T extends { readonly signedIn: boolean }>(client: QueryClient, session: T): T | SignedOut {
  const before = sessionIn(client);
  const wasIn = before?.signedIn === true || before?.ended === true;
  return session.signedIn || !wasIn ? session : { signedIn: false, ended: true };
}
