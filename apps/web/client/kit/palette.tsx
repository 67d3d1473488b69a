import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { Destination, Find } from './commands.js';
import { Button } from './button.js';
import { Dialog as TitledDialog } from './dialog.js';
import { Icon } from './icons.js';
import { ErrorNote } from './note.js';

const SHOWN = 10;
const MIN_LETTERS = 2;
const PAUSE_MS = 150;

type PaletteProps = {
  readonly destinations: readonly Destination[];
  /** Asks the server for what has this name. */
  readonly find?: Find;
  readonly onChoose: (destination: Destination) => void;
  readonly onClose: () => void;
};

/** Those whose words begin with each of the words that were typed come first. */
function matching(destinations: readonly Destination[], text: string): Destination[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rankOf = ({ name, about = '' }: Destination) => {
    const said = ` ${name} ${about}`.toLowerCase();
    if (!asked.every((word) => said.includes(word))) return 2;
    return asked.every((word) => said.includes(` ${word}`)) ? 0 : 1;
  };
  return [0, 1].flatMap((rank) => destinations.filter((destination) => rankOf(destination) === rank));
}

/** What was typed, once the person pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function useShown({ destinations, find }: PaletteProps, text: string): readonly Destination[] {
  const asked = usePaused(text.trim());
  const { data = [] } = useQuery({
    queryKey: ['palette', asked],
    queryFn: () => find?.(asked) ?? [],
    enabled: find !== undefined && asked.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
  const found = text.trim().length >= MIN_LETTERS ? data : [];
  return [...matching(destinations, text).slice(0, SHOWN), ...found];
}

/** Goes to anything by its name. */
export function Palette(props: PaletteProps) {
  const { onChoose, onClose } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const shown = useShown(props, text);
  const chosen = Math.min(at, shown.length - 1);
  const go = (destination: Destination | undefined) => {
    if (destination) onChoose(destination);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While somebody composes a letter, the keys are for that.
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setAt((chosen + by + shown.length) % Math.max(1, shown.length));
    if (event.key === 'Enter') go(shown[chosen]);
    if (by !== undefined || event.key === 'Enter') event.preventDefault();
  };
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog palette" aria-label="Go to anything">
          <div className="palettefield">
            <Icon name="search" />
            <input
              autoFocus
              role="combobox"
              aria-label="Go to"
              aria-expanded={shown.length > 0}
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={shown[chosen] && `${id}-${chosen}`}
              placeholder="Go to a page, a name, an action"
              maxLength={200}
              autoComplete="off"
              spellCheck="false"
              value={text}
              onKeyDown={onKeyDown}
              onChange={({ target }) => {
                setText(target.value);
                setAt(0);
              }}
            />
            <kbd aria-hidden="true">Esc</kbd>
          </div>
          {shown.length === 0 && <p className="none">Nothing here is called that.</p>}
          <Options id={id} shown={shown} chosen={chosen} onPoint={setAt} onGo={go} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type OptionsProps = {
  readonly id: string;
  readonly shown: readonly Destination[];
  readonly chosen: number;
  readonly onPoint: (at: number) => void;
  readonly onGo: (destination: Destination) => void;
};

function Options({ id, shown, chosen, onPoint, onGo }: OptionsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <ul id={id} role="listbox" aria-label="Places and actions" hidden={shown.length === 0}>
      {shown.map((destination, at) => (
        <li
          key={destination.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          onPointerMove={() => onPoint(at)}
          onClick={() => onGo(destination)}
        >
          <Icon name={destination.icon} />
          <span className="cut grow">{destination.name}</span>
          {destination.about !== undefined && <span className="faint cut">{destination.about}</span>}
        </li>
      ))}
    </ul>
  );
}

type ChoiceFailedProps = {
  readonly name: string;
  readonly error: unknown;
  readonly onAgain: () => void;
  readonly onClose: () => void;
};

/** Says what became of a choice once the palette is closed. It is part of its file, which is there without a network. */
export function ChoiceFailed({ name, error, onAgain, onClose }: ChoiceFailedProps) {
  return (
    <TitledDialog title={name} keep="Close" onClose={onClose} action={<Button onPress={onAgain}>Try again</Button>}>
      <ErrorNote error={error} />
    </TitledDialog>
  );
}
