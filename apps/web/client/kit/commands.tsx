import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon, type IconName } from './icons.js';
import { keysInUse, useHotkeys } from './hotkeys.js';
import { pressedKey } from './pressed-key.js';

const Palette = lazy(() => import('./palette.js').then(({ Palette: shown }) => ({ default: shown })));
const ChoiceFailed = lazy(() => import('./palette.js').then(({ ChoiceFailed: shown }) => ({ default: shown })));
const KeysDialog = lazy(() => import('./keys-dialog.js').then(({ KeysDialog: shown }) => ({ default: shown })));

/** Somewhere to go, or something to do. */
export type Destination = {
  readonly key: string;
  readonly name: string;
  /** What it is, beside its name. */
  readonly about?: string;
  readonly icon: IconName;
  readonly run: () => unknown;
};

export type Find = (text: string) => Promise<readonly Destination[]>;
type Shown = 'palette' | ReturnType<typeof keysInUse> | null;
type Failed = { readonly destination: Destination; readonly error: unknown };

export type Commands = {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  /** What is open of them. */
  readonly dialogs: ReactNode;
};

/** The palette on `⌘K` or `Ctrl K`, and all keys on `?`. */
export function useCommands(destinations: readonly Destination[], find?: Find): Commands {
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const choose = async (destination: Destination) => {
    close();
    setFailed(null);
    try {
      await destination.run();
    } catch (error) {
      setFailed({ destination, error });
    }
  };
  const openPalette = () => setShown('palette');
  const openKeys = () => setShown(keysInUse());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (pressedKey(event).toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
      return;
    event.preventDefault();
    if (shown === 'palette') close();
    else if (!document.querySelector('[role=dialog]')) openPalette();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Back and Forward go to another page, over which nothing of this one stays open.
    const leave = () => setShown(null);
    document.addEventListener('keydown', listen);
    addEventListener('popstate', leave);
    return () => {
      document.removeEventListener('keydown', listen);
      removeEventListener('popstate', leave);
    };
  }, []);
  useHotkeys({ '?': openKeys });
  const all = [
    ...destinations,
    { key: 'all keys', name: 'All keys', about: 'Keyboard', icon: 'key' as const, run: openKeys },
  ];
  const dialogs = (
    <Suspense fallback={null}>
      {shown === 'palette' && (
        <Palette destinations={all} {...(find && { find })} onChoose={(one) => void choose(one)} onClose={close} />
      )}
      {shown !== null && shown !== 'palette' && <KeysDialog keys={shown} onClose={close} />}
      {failed && (
        <ChoiceFailed
          name={failed.destination.name}
          error={failed.error}
          onAgain={() => void choose(failed.destination)}
          onClose={() => setFailed(null)}
        />
      )}
    </Suspense>
  );
  return { openPalette, openKeys, dialogs };
}

/** Opens the palette with the mouse, and says which key does. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <button type="button" className="sidebtn" onClick={onOpen}>
      <Icon name="search" />
      <span className="grow cut">Go to anything…</span>
      <kbd aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}
