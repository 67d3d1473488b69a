import { useEffect } from 'react';

/** Runs what single keys mean, but not while somebody types or a dialog is open. */
export function useHotkeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role=dialog]')) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
      const action = actions[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
