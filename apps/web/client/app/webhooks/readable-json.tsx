import { Fragment } from 'react';

/** A line of indented JSON: the blanks before it, its name if it has one, and the rest. */
const LINE = /^(\s*)("(?:[^"\\]|\\.)*"(?=: ))?(.*)$/s;

/** JSON with a line for each value, and its names set off. Text that is no JSON stays as it is. */
export function ReadableJson({ text }: { readonly text: string }) {
  return indented(text)
    .split('\n')
    .map((line, position) => {
      const [, blanks = '', name, rest = ''] = LINE.exec(line) ?? [];
      return (
        // Lines never move, so their position names them.
        <Fragment key={position}>
          {blanks}
          {name && <b>{name}</b>}
          {rest}
          {'\n'}
        </Fragment>
      );
    });
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
