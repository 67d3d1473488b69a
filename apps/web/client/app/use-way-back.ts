import { useEffect, useRef } from 'react';
import { useHotkeys } from '../kit/hotkeys.js';
import { backToList } from '../kit/roving.js';

/** `Esc` closes what is open beside a list; however it is closed, the focus goes back to its row. */
export function useWayBack(openId: number | undefined, close: () => void): void {
  const before = useRef(openId);
  useEffect(() => {
    if (before.current !== undefined && openId === undefined) backToList();
    before.current = openId;
  }, [openId]);
  useHotkeys(openId === undefined ? {} : { Escape: close });
}
