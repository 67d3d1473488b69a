import { BackLink } from '../back-link.js';
import { useMailTitle } from '../use-mail-title.js';
import { LockButton } from './lock-button.js';

/** What a page is about, on a phone with the way back, and the way to lock. */
export function PageHead({ title }: { readonly title: string }) {
  useMailTitle(title);
  return (
    <div className="row">
      <BackLink />
      <h1>{title}</h1>
      <span className="end">
        <LockButton />
      </span>
    </div>
  );
}
