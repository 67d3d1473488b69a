import type { MouseEvent, ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon, type IconName } from './icons.js';

type Look = 'plain' | 'primary' | 'ghost' | 'danger' | 'danger fill';

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'isPending' | 'onPress'> & {
  readonly children?: ReactNode;
  readonly onPress?: () => void;
  readonly look?: Look;
  /** `s`: small; `l`: large, as on a sign-in page. */
  readonly size?: 's' | 'l';
  readonly block?: boolean;
  readonly icon?: IconName;
  /** The key that does the same, printed where there is a keyboard. */
  readonly hotkey?: string;
  /** The press is being answered; the button keeps its width and its focus, and takes no other press. */
  readonly busy?: boolean;
};

/** A button whose name is a verb. One without text needs an `aria-label`. */
export function Button({ children, look = 'plain', size, block, icon, hotkey, busy, onPress, ...props }: ButtonProps) {
  const onClick = (event: MouseEvent) => {
    // People double-click where once is enough, and the first press may be answered before the second comes. A button
    // that submits keeps its type while it is busy, or else `Enter` in the only field of its form would submit without it.
    if (busy !== undefined && (busy || event.detail > 1)) event.preventDefault();
    else onPress?.();
  };
  const classes = [
    'btn',
    look === 'plain' ? '' : look,
    size ?? '',
    block ? 'block' : '',
    children === undefined ? 'icon' : '',
  ];
  return (
    <AriaButton {...props} onClick={onClick} className={classes.filter(Boolean).join(' ')}>
      {busy ? <span className="spin" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
      {hotkey && <kbd aria-hidden="true">{hotkey}</kbd>}
    </AriaButton>
  );
}
