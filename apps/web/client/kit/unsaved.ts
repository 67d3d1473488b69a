import { useEffect, useState } from 'react';

/** What holds words that are nowhere but in this page. */
const holders = new Set<object>();

/** Says whether a holder has words that nobody else has: the browser asks before the page is closed with them. */
export function holdsUnsaved(holder: object, isSo: boolean): void {
  if (isSo) holders.add(holder);
  else holders.delete(holder);
  // A listener costs the page its place in the browser's cache, so there is one only while it is needed.
  if (holders.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** The same for a part of the page, for as long as it is shown. */
export function useUnsaved(isSo: boolean): void {
  const [holder] = useState(() => ({}));
  useEffect(() => {
    holdsUnsaved(holder, isSo);
    return () => holdsUnsaved(holder, false);
  }, [holder, isSo]);
}
