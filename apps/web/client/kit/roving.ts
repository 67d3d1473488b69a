import { useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';

/** What in a list or table takes the focus. */
const TARGETS = 'a[href], button:not([disabled])';
/** What stands in one line; a list without such has a target in each line. */
const LINES = 'tbody tr';
const MARK = 'data-roving';

const targetsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>(TARGETS)];

function current(place: Element): HTMLElement | undefined {
  const targets = targetsIn(place);
  return targets.find((target) => target === document.activeElement) ?? targets.find(({ tabIndex }) => tabIndex === 0);
}

function focusOn(place: Element, target: HTMLElement | undefined): void {
  if (!target) return;
  keepOne(place, target);
  target.focus();
}

/** Leaves one target that the tab key reaches. */
function keepOne(place: Element, chosen = current(place)): void {
  const targets = targetsIn(place);
  const only = chosen ?? targets[0];
  for (const target of targets) target.tabIndex = target === only ? 0 : -1;
}

/** The targets above each other: of a table, those in the same place of their rows. */
function column(place: Element, from: HTMLElement | undefined): HTMLElement[] {
  const lines = [...place.querySelectorAll(LINES)];
  if (lines.length === 0) return targetsIn(place);
  const own = from?.closest(LINES);
  const at = own && from ? targetsIn(own).indexOf(from) : 0;
  return lines.flatMap((line) => {
    const targets = targetsIn(line);
    return targets[at] ?? targets.at(-1) ?? [];
  });
}

function step(place: Element, by: 1 | -1): void {
  const from = current(place);
  const targets = column(place, from);
  // Whoever comes from elsewhere begins where they were, or at the top.
  const isInside = place.contains(document.activeElement);
  const at = from ? targets.indexOf(from) : -1;
  focusOn(place, isInside ? (targets[at + by] ?? from) : (from ?? targets[0]));
}

function sideways(place: Element, by: 1 | -1): void {
  const from = current(place);
  const line = from?.closest(LINES);
  if (!line || !from) return;
  const targets = targetsIn(line);
  focusOn(place, targets[targets.indexOf(from) + by]);
}

const moves: Readonly<Record<string, (place: Element) => void>> = {
  ArrowDown: (place) => step(place, 1),
  ArrowUp: (place) => step(place, -1),
  ArrowRight: (place) => sideways(place, 1),
  ArrowLeft: (place) => sideways(place, -1),
  Home: (place) => focusOn(place, column(place, current(place))[0]),
  End: (place) => focusOn(place, column(place, current(place)).at(-1)),
};

function onKeyDown(event: KeyboardEvent): void {
  const move = moves[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  move(event.currentTarget);
}

/** Makes a list or table one stop of the tab key, with arrows inside it. */
export function useRoving(place: RefObject<HTMLElement | null>) {
  // Rows come and go with every answer of the server.
  useLayoutEffect(() => {
    if (place.current) keepOne(place.current);
  });
  return {
    [MARK]: '',
    onKeyDown,
    onFocus: ({ currentTarget, target }: { readonly currentTarget: Element; readonly target: Element }) => {
      if (target instanceof HTMLElement && target.matches(TARGETS)) keepOne(currentTarget, target);
    },
  };
}

const listOfPage = () =>
  document.activeElement?.closest(`[${MARK}]`) ?? document.querySelector(`main [${MARK}], [${MARK}]`);

/** Goes to the next or previous line of the list that has the focus, else of the first one. */
export function stepInList(by: 1 | -1): void {
  const place = listOfPage();
  if (place) step(place, by);
}

/** Gives the focus back to the line from which something was opened. */
export function backToList(): void {
  const place = listOfPage();
  if (place) focusOn(place, current(place));
}
