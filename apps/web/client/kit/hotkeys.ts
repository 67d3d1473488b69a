import { useEffect, useEffectEvent } from 'react';
import { pressedKey } from './pressed-key.js';
import { stored, useStored } from './stored.js';

/** What a key does, in the words that the list of all keys shows. */
const words: Readonly<Record<string, string>> = {
  j: 'Next',
  k: 'Previous',
  '/': 'Search',
  '?': 'All keys',
  Escape: 'Back to the list, close',
  c: 'Write',
  e: 'Handled',
  f: 'Filter',
  i: 'Ignore',
  l: 'Label',
  r: 'Reply',
  y: 'Copy the code',
  z: 'Undo',
};

type Names = Readonly<Record<string, string>>;
type Keys = {
  readonly keys: () => readonly string[];
  readonly names: () => Names;
  readonly run: (key: string) => void;
};

const inUse = new Set<Keys>();
const single = stored('mailroom.single-keys');

export const useSingleKeys = () => useStored(single) !== 'off';
export const setSingleKeys = (on: boolean) => single.write(on ? null : 'off');

/** How long the second key of two may take. */
const PAIR_MS = 1_500;
let first: { readonly key: string; readonly at: number } | undefined;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKey(event: KeyboardEvent): void {
  const [key, { target }] = [pressedKey(event), event];
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || key === 'Shift') return;
  if (document.querySelector('[role=dialog]')) return;
  if (isTyping(target)) return;
  // Speech makes letters of words, so whoever speaks turns single keys off; `Escape` is no letter.
  if (key.length === 1 && single.read() === 'off') return;
  const pair = first && event.timeStamp - first.at < PAIR_MS ? `${first.key} ${key}` : undefined;
  first = { key, at: event.timeStamp };
  const all = [...inUse];
  const user = all.find(({ keys }) => pair !== undefined && keys().includes(pair));
  const chosen = user && pair !== undefined ? pair : key;
  const runner = user ?? all.findLast(({ keys }) => keys().includes(key));
  if (!runner) return;
  event.preventDefault();
  runner.run(chosen);
}

/**
 * Runs what single keys mean (`j`), or two after each other (`g t`), but not while somebody types or a dialog is open.
 * @param names what keys do that mean something else on each page
 */
export function useHotkeys(actions: Readonly<Record<string, () => void>>, names: Names = {}): void {
  const keys = useEffectEvent(() => Object.keys(actions));
  const named = useEffectEvent(() => names);
  const run = useEffectEvent((key: string) => actions[key]?.());
  useEffect(() => {
    const own: Keys = { keys: () => keys(), names: () => named(), run: (key) => run(key) };
    if (inUse.size === 0) document.addEventListener('keydown', onKey);
    inUse.add(own);
    return () => {
      inUse.delete(own);
      if (inUse.size === 0) document.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** The keys that do something on the page as it is now. */
export function keysInUse(): readonly { readonly key: string; readonly does: string }[] {
  const named = [...inUse].flatMap(({ keys, names }) =>
    keys().map((key): [string, string] => [key, names()[key] ?? words[key] ?? key]),
  );
  return [...new Map(named)].map(([key, does]) => ({ key, does }));
}
