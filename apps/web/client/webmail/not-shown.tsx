import { Link } from '@tanstack/react-router';
import { Empty } from '../kit/empty.js';
import { ErrorNote } from '../kit/note.js';
import { BackLink } from './back-link.js';

/** What cannot be shown in the place of a message, and why. */
export function NotShown({ error }: { readonly error: unknown }) {
  return (
    <>
      <div className="tools only-s">
        <BackLink />
      </div>
      <div className="msg">
        <ErrorNote error={error} />
      </div>
    </>
  );
}

/** An address that is none of ours. */
export function NoSuchPage() {
  const back = (
    <Link className="btn" to="/">
      Back to the list
    </Link>
  );
  return (
    <Empty title="There is no such page" action={back}>
      The address is not complete, or what it led to is gone.
    </Empty>
  );
}
