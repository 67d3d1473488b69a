import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** A choice of the person that this browser keeps; where it may keep nothing, the choice lasts as long as the page. */
export type Stored = { read(): string | null; write(value: string | null): void };

export function stored(key: string): Stored {
  let inMemory: string | null = null;
  return {
    read: () => {
      try {
        return localStorage.getItem(key);
      } catch {
        return inMemory;
      }
    },
    write: (value) => {
      inMemory = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Private windows of some browsers keep nothing.
      }
      for (const tell of listeners) tell();
    },
  };
}

function follow(tell: () => void): () => void {
  listeners.add(tell);
  // Other tabs of the same service change it too.
  addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    removeEventListener('storage', tell);
  };
}

/** What is kept now. */
export const useStored = (choice: Stored) => useSyncExternalStore(follow, () => choice.read());
