import { RouterProvider } from '@tanstack/react-router';
import { ErrorNote } from '../kit/note.js';
import { useSession } from '../kit/session.js';
import { MailboxGate } from './own-mailbox.js';
import { router } from './router.js';
import { SignInPage } from './sign-in-page.js';
import { useFromApp } from './use-from-app.js';

/** What a person sees first: the page to sign in, or their mail. */
export function Root() {
  const { session, error } = useSession();
  const isOnTheWay = useFromApp(session?.signedIn === false);
  // Who is signed in stays so as long as nobody says otherwise.
  if (!session) return error && <ErrorNote error={error} />;
  if (isOnTheWay) return null;
  if (!session.signedIn) return <SignInPage />;
  return (
    <MailboxGate>
      <RouterProvider router={router} />
    </MailboxGate>
  );
}
