import { useEffect, useRef } from 'react';
import { backToList } from '../kit/roving.js';

/** Whoever closes what was open beside the list is on its row again; whoever pressed something else stays there. */
export function useFocusBack(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    const isClosed = before.current !== '/' && pathname === '/';
    before.current = pathname;
    const { activeElement } = document;
    const isNowhere = activeElement === document.body || activeElement?.closest('#main') !== null;
    if (isClosed && isNowhere) backToList();
  }, [pathname]);
}
