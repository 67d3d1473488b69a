import { stored, useStored } from './stored.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** `first-theme.js` reads the same before anything is drawn. */
const choice = stored('mailroom.theme');

const themeOf = (kept: string | null): Theme => themes.find((theme) => theme === kept) ?? 'system';

/** Follows the system unless the person chose. */
export function setTheme(theme: Theme): void {
  choice.write(theme === 'system' ? null : theme);
  show();
}

function show(): void {
  const theme = themeOf(choice.read());
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

addEventListener('storage', show);

export const useTheme = (): Theme => themeOf(useStored(choice));
