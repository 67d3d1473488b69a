import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.js';

export type Tone = 'ok' | 'warn' | 'bad' | 'acc' | 'plain';

type StateProps = {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly children: ReactNode;
  /** Only the glyph is seen; the word is for readers of the screen. */
  readonly quiet?: boolean;
};

const toneClass = (base: string, tone: Tone) => (tone === 'plain' ? base : `${base} ${tone}`);

/** A state in a row: a glyph, and always a word. */
export function State({ tone, icon, children, quiet = false }: StateProps) {
  return (
    <span className={toneClass('state', tone)}>
      <Icon name={icon} />
      {quiet ? <span className="vh">{children}</span> : children}
    </span>
  );
}

/** A state that stands alone, at the head of a thing. */
export function StateBadge({ tone, icon, children }: StateProps) {
  return (
    <span className={toneClass('badge', tone)}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
