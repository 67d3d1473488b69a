/** A client that sends more than this without an end of line is not speaking the protocol. */
const MAX_CHARS = 8 * 1024 * 1024;

/** The lines of a stream; an end of line may come in any piece. */
export async function* messageLines(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of input) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
    if (rest.length > MAX_CHARS) throw new Error('A message is longer than 8 MiB.');
  }
  if (rest.trim() !== '') yield rest;
}

/** The messages that an answer carries, in JSON or as server-sent events. */
export function messagesOf(contentType: string, body: string): string[] {
  if (!contentType.startsWith('text/event-stream')) return body.trim() === '' ? [] : [body];
  const events = body.split(/\r?\n\r?\n/);
  return events
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []))
        .join('\n'),
    )
    .filter((data) => data !== '');
}
