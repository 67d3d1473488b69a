/** A client that sends more than this without an end of line is not speaking the protocol. */
const MAX_CHARS = 8 * 1024 * 1024;
const MAX_ANSWER_CHARS = 24 * 1024 * 1024;

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

const BLANK_LINE = /\r?\n\r?\n/;
/** One character less than the longest end of an event. */
const SEAM_CHARS = 3;

/**
 * The messages that an answer carries, in JSON or as server-sent events, each as soon as it is there: an answer may go on
 * for as long as somebody listens. An empty one is a comment, which keeps the connection open.
 */
export async function* messagesOf(contentType: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const isEvents = contentType.startsWith('text/event-stream');
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    const isWhole = isEvents && BLANK_LINE.test(rest.slice(-SEAM_CHARS) + piece);
    rest += piece;
    if (isWhole) {
      const events = rest.split(BLANK_LINE);
      rest = events.pop() ?? '';
      yield* events.map(dataOf);
    }
    if (rest.length > MAX_ANSWER_CHARS) throw new Error('A message of the service is longer than 24 MiB.');
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield isEvents ? dataOf(rest) : rest;
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trimStart()).join(' ');
}
