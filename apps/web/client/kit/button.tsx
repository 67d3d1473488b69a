import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon, type IconName } from './icons.js';

type Look = 'plain' | 'primary' | 'ghost' | 'danger' | 'danger fill';

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> & {
  readonly children?: ReactNode;
  readonly look?: Look;
  /** `s`: small; `l`: large, as on a sign-in page. */
  readonly size?: 's' | 'l';
  readonly block?: boolean;
  readonly icon?: IconName;
  /** The key that does the same, printed where there is a keyboard. */
  readonly hotkey?: string;
  /** The press is being answered; the button keeps its width and takes no other press. */
  readonly busy?: boolean;
};

/** A busy button keeps the focus, but takes no press and submits nothing. */
const idle = { type: 'button', onPress: () => undefined } as const;

/** A button whose name is a verb. One without text needs an `aria-label`. */
export function Button({ children, look = 'plain', size, block, icon, hotkey, busy = false, ...props }: ButtonProps) {
  const classes = [
    'btn',
    look === 'plain' ? '' : look,
    size ?? '',
    block ? 'block' : '',
    children === undefined ? 'icon' : '',
  ];
  return (
    <AriaButton {...props} {...(busy && idle)} className={classes.filter(Boolean).join(' ')}>
      {busy ? <span className="spin" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
      {hotkey && <kbd aria-hidden="true">{hotkey}</kbd>}
    </AriaButton>
  );
}
