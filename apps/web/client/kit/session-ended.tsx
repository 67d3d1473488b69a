import { Note } from './note.js';
import { useSession } from './session.js';

/** Says on the page to sign in why it is there. */
export function SessionEnded() {
  const { session } = useSession();
  if (session?.signedIn !== false || session.ended !== true) return null;
  return (
    <div role="alert">
      <Note kind="info" title="You are no longer signed in.">
        Sign in again, and you are back where you were.
      </Note>
    </div>
  );
}
