import { createContext, use, useCallback, useEffect, useState, type FocusEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from './button.js';
import { useHotkeys } from './hotkeys.js';
import { ErrorNote } from './note.js';

/** Something that was done, in the words of whoever did it, and what makes it as it was. */
type Done = { readonly said: string; readonly undo: () => Promise<void> };

const SHOWN_MS = 10_000;

const Offer = createContext<(done: Done) => void>(() => undefined);

/** Gives the function that offers to undo what was just done; the last offer counts. */
export const useUndo = () => use(Offer);

/** Holds what can be undone, and shows it at the foot of the page for ten seconds, or as long as somebody is on it. */
export function UndoPlace({ children }: { readonly children: ReactNode }) {
  const [done, setDone] = useState<Done>();
  const [isHeld, setHeld] = useState(false);
  const undoing = useMutation({
    mutationFn: ({ undo }: Done) => undo(),
    onSuccess: () => setDone(undefined),
  });
  const { reset, isPending } = undoing;
  const offer = useCallback(
    (next: Done) => {
      reset();
      // Nobody is on this one yet; whoever was on the last one did not leave it, but it left.
      setHeld(false);
      setDone(next);
    },
    [reset],
  );
  useEffect(() => {
    if (!done || isHeld || isPending) return;
    const timer = setTimeout(() => {
      setDone(undefined);
      reset();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done, isHeld, isPending, reset]);
  const run = () => {
    if (done && !isPending) undoing.mutate(done);
  };
  useHotkeys(done ? { z: run } : {});
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setHeld(false);
  };
  return (
    <Offer value={offer}>
      {children}
      <div
        className="toasts"
        role="status"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={leave}
      >
        {undoing.error && <ErrorNote error={undoing.error} />}
        {done && (
          <div className="toast">
            {done.said}
            <Button size="s" hotkey="Z" busy={isPending} onPress={run}>
              Undo
            </Button>
          </div>
        )}
      </div>
    </Offer>
  );
}
