import { useRef, useState } from 'react';

/**
 * Something that a person asks for. Unlike a mutation of the query client it leaves nothing behind in a cache: what goes in and
 * comes out is secret here.
 */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run };
}
