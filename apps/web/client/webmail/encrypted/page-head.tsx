import { Link, useSearch } from '@tanstack/react-router';
import { Icon } from '../../kit/icons.js';
import { LockButton } from './lock-button.js';

/** What a page is about, on a phone with the way back, and the way to lock. */
export function PageHead({ title }: { readonly title: string }) {
  const place = useSearch({ from: '__root__' });
  return (
    <div className="row">
      <Link className="btn ghost icon only-s" to="/" search={place} aria-label="Back to the list">
        <Icon name="back" />
      </Link>
      <h1>{title}</h1>
      <span className="end">
        <LockButton />
      </span>
    </div>
  );
}
