import { lazy, Suspense } from 'react';
import { useSession } from '../kit/session.js';
import { ErrorNote } from '../kit/note.js';
import { SignInPage } from './sign-in-page.js';

const Pages = lazy(() => import('./pages.js'));

/** What a person sees first: the page to sign in, or what it is for. */
export function Root() {
  const { session, error } = useSession();
  // Who is signed in stays so as long as nobody says otherwise.
  if (!session) return error && <ErrorNote error={error} />;
  if (!session.signedIn) return <SignInPage />;
  return (
    <Suspense fallback={null}>
      <Pages />
    </Suspense>
  );
}
