import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { hasEnded } from './session-end.js';
import { holdsUnsaved } from './unsaved.js';

/**
 * What was being written when a session ended or the service was gone, in the memory of this page alone. Its names hold
 * the mailbox, so that only somebody who sees that mailbox finds it again; whoever signs out takes it along.
 */
const kept = new Map<string, unknown>();

export function forgetKept(): void {
  kept.clear();
  holdsUnsaved(kept, false);
}

/** Keeps it until a page shows it, or it is told to be no longer needed. */
export function keep(name: string, value: unknown): void {
  kept.set(name, value);
  holdsUnsaved(kept, true);
}

/** Keeps it if it is the end of the session that takes the page away. */
export function keepAtEnd(client: QueryClient, name: string, value: unknown): void {
  if (hasEnded(client)) keep(name, value);
}

/** What was kept; a page that shows it has it alone from then on. */
export const keptAs = <T>(name: string): T | undefined => kept.get(name) as T | undefined;
export function showsKept(name: string): void {
  kept.delete(name);
  holdsUnsaved(kept, kept.size > 0);
}

/** A state that is there again when its person has signed in once more. */
export function useKept<T>(name: string, first: T) {
  const client = useQueryClient();
  const [value, setValue] = useState(() => keptAs<T>(name) ?? first);
  const keepOwn = useEffectEvent(() => keepAtEnd(client, name, value));
  useEffect(() => {
    showsKept(name);
    return () => keepOwn();
  }, [name]);
  return [value, setValue] as const;
}
