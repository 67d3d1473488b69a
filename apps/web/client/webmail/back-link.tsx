import { Link, useSearch } from '@tanstack/react-router';
import { Icon } from '../kit/icons.js';

/** The way from what is open to the list, on a phone, where the list is not beside it. */
export function BackLink() {
  const place = useSearch({ from: '__root__' });
  return (
    <Link className="btn ghost icon only-s" to="/" search={place} aria-label="Back to the list">
      <Icon name="back" />
    </Link>
  );
}
