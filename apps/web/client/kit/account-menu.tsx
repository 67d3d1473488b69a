import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from './button.js';
import { Icon } from './icons.js';
import { ErrorNote } from './note.js';
import { setTheme, themes, useTheme } from './theme.js';

type AccountMenuProps = {
  /** Who is signed in; without it the button is a glyph. */
  readonly who?: ReactNode;
  readonly onKeys: () => void;
  /** Opens the page of the person's keys for encrypted mail, where there is one. */
  readonly onEncryption?: () => void;
  readonly onSignOut: () => Promise<unknown>;
};

const names = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Who is signed in; opens what belongs to the person: the theme, the keys and the way out. */
export function AccountMenu({ who, onKeys, onEncryption, onSignOut }: AccountMenuProps) {
  return (
    <DialogTrigger>
      {who === undefined ? (
        <AriaButton className="btn ghost icon" aria-label="Account">
          <Icon name="person" />
        </AriaButton>
      ) : (
        <AriaButton className="who">
          {who}
          <span className="vh">Account</span>
        </AriaButton>
      )}
      <Popover className="pop" placement={who === undefined ? 'bottom end' : 'top start'} offset={6}>
        <Dialog className="account" aria-label="Account">
          {({ close }) => (
            <>
              <ThemeChooser />
              <hr />
              {onEncryption && (
                <Button
                  look="ghost"
                  icon="shield"
                  onPress={() => {
                    close();
                    onEncryption();
                  }}
                >
                  Encryption keys
                </Button>
              )}
              <Button
                look="ghost"
                icon="key"
                onPress={() => {
                  close();
                  onKeys();
                }}
              >
                All keys
              </Button>
              <SignOut onSignOut={onSignOut} />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Nobody shall leave the machine believing that they signed out. */
function SignOut({ onSignOut }: Pick<AccountMenuProps, 'onSignOut'>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onSignOut });
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Button look="ghost" icon="leave" busy={isPending} onPress={() => mutate()}>
        Sign out
      </Button>
    </>
  );
}

function ThemeChooser() {
  const chosen = useTheme();
  return (
    <div className="stack tight">
      <span className="dim" id="theme">
        Theme
      </span>
      <div className="seg" role="group" aria-labelledby="theme">
        {themes.map((theme) => (
          <button key={theme} type="button" aria-pressed={theme === chosen} onClick={() => setTheme(theme)}>
            {names[theme]}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The themes as things that a palette can do. */
export const themeDestinations = themes.map((theme) => ({
  key: `theme ${theme}`,
  name: `${names[theme]} theme`,
  about: 'Theme',
  icon: 'image' as const,
  run: () => setTheme(theme),
}));
