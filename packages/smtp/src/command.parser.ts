/** A command split at its first space: the verb in capitals, the argument without trailing spaces. */
export type Command = { readonly verb: string; readonly argument: string };

/** Splits a command line (RFC 5321 §4.1.1). */
export function parseCommand(line: string): Command {
  const space = line.indexOf(' ');
  if (space === -1) return { verb: line.toUpperCase(), argument: '' };
  return { verb: line.slice(0, space).toUpperCase(), argument: line.slice(space + 1).trimEnd() };
}

// This is esmtp-param of RFC 5321 §4.1.2; RFC 6531 §3.3 allows UTF-8 in values.
const PARAMETER = /^([A-Za-z0-9][A-Za-z0-9-]*)(?:=([!-<>-~\u0080-\uffff]+))?$/;

/**
 * ESMTP parameters by keyword in capitals, null as the value if there is none; null for a syntax error or a repetition.
 */
export function parseParameters(text: string): ReadonlyMap<string, string | null> | null {
  const parameters = new Map<string, string | null>();
  if (text === '') return parameters;
  for (const part of text.split(/ +/)) {
    const [, keyword, value] = PARAMETER.exec(part) ?? [];
    if (keyword === undefined || parameters.has(keyword.toUpperCase())) return null;
    parameters.set(keyword.toUpperCase(), value ?? null);
  }
  return parameters;
}

// Strictly, underscores and a final dot are not allowed in a domain, but Windows hosts send such greetings every day.
const GREETING_DOMAIN = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?$/;
const GREETING_LITERAL = /^\[[A-Za-z0-9.:-]+\]$/;

/** Whether it is a domain or an address literal, judged liberally (RFC 5321 §4.1.1.1). */
export function isGreetingArgument(text: string): boolean {
  return text.length <= 255 && (GREETING_DOMAIN.test(text) || GREETING_LITERAL.test(text));
}
