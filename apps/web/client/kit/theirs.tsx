import { straight } from './straight.js';

type TheirsProps = { readonly children: string; readonly className?: string };

/** Words of a stranger in a line of ours: they go in their own direction, and turn nothing round beside them. */
export function Theirs({ children, className }: TheirsProps) {
  return <bdi className={className}>{straight(children)}</bdi>;
}
