import type { Writable } from 'node:stream';

type Output = Writable & { readonly isTTY?: boolean; readonly hasColors?: () => boolean };

/** Writes a step of a demo; it is bold where that can be seen. */
export function say(text: string, stream: Output = process.stdout): void {
  // A terminal knows `NO_COLOR` and `TERM`.
  const isBold = stream.isTTY && stream.hasColors?.();
  stream.write(isBold ? `\n\u001b[1m${text}\u001b[0m\n` : `\n${text}\n`);
}
