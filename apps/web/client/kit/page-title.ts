import { useEffect, useState } from 'react';
import { figure } from './plural.js';
import { straight } from './straight.js';

/** What the interface is called before anything is shown in it. */
const site = document.title;

/** The titles of all that is shown; what lies within a page, such as an open message, comes after it. */
const titles = new Map<object, string>();

function tell(): void {
  const last = [...titles.values()].at(-1);
  document.title = last === undefined ? site : `${last} · ${site}`;
}

/** Says in the tab and the history of the browser what is shown, and how many of it wait for somebody. */
export function usePageTitle(name: string, waiting = 0, whose?: string): void {
  const [holder] = useState(() => ({}));
  const counted = waiting > 0 ? `${name} (${figure(waiting)})` : name;
  const title = straight(whose === undefined ? counted : `${counted} · ${whose}`);
  useEffect(() => {
    // One that changes keeps its place.
    titles.set(holder, title);
    tell();
  }, [holder, title]);
  useEffect(() => {
    return () => {
      titles.delete(holder);
      tell();
    };
  }, [holder]);
}
