import { Dialog } from './dialog.js';
import { setSingleKeys, useSingleKeys, type keysInUse } from './hotkeys.js';

type KeysDialogProps = { readonly keys: ReturnType<typeof keysInUse>; readonly onClose: () => void };

/** What works everywhere, whether or not single keys are on. */
const always = [
  { key: '⌘K / Ctrl K', does: 'Go to anything' },
  { key: '↑ ↓', does: 'Next or previous in a list' },
  { key: '← →', does: 'What can be done with a row' },
  { key: 'Enter', does: 'Open' },
];

const shownAs = (key: string) => (key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key);

/** Every key that does something on this page, and the switch for those that are single letters. */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const on = useSingleKeys();
  const all = [...always, ...keys];
  return (
    <Dialog title="All keys" about="Those of this page, and those that work everywhere." keep="Close" onClose={onClose}>
      <label className="row">
        <input
          type="checkbox"
          role="switch"
          checked={on}
          autoFocus
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        Single keys are on
      </label>
      <dl className="keys" data-off={!on || undefined}>
        {all.map(({ key, does }) => (
          <div key={key} data-single={keys.some((own) => own.key === key && key !== 'Escape') || undefined}>
            <dt>
              {(key.length > 1 && /^[a-z] [a-z]$/.test(key) ? key.split(' ') : [key]).map((part, at) => (
                <span key={part}>
                  {at > 0 && ' then '}
                  <kbd>{shownAs(part)}</kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
