import type { Live } from './live.js';

const words: Readonly<Record<Live, string>> = { connecting: 'Connecting', on: 'Live', off: 'Connection lost' };

/** Whether the page hears at once of what happens. */
export function LiveLine({ live, end = false }: { readonly live: Live; readonly end?: boolean }) {
  const classes = ['live', live === 'on' ? '' : 'off', end ? 'end' : ''];
  return (
    <span className={classes.filter(Boolean).join(' ')} role="status">
      <i />
      {words[live]}
    </span>
  );
}
