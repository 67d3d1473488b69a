import type { MouseEvent } from 'react';

/** The page has a base, so the address of its own part would be that of another page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The first stop of the tab key: it leads past what stands before the content of every page. */
export function SkipLink() {
  return (
    <a className="skip" href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}
