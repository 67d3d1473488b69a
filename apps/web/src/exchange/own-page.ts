import type { IncomingMessage } from 'node:http';

/** The header that only a script of our own origin can send: others would need a permission that nobody gives. */
const OWN_HEADER = 'x-mailroom-page';

/** Whether a page of ours asks, and not one of another origin that has the browser send our cookie (CSRF). */
export function isOwnPage({ headers }: IncomingMessage, baseUrl: string): boolean {
  if (headers[OWN_HEADER] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined || origin === new URL(baseUrl).origin || hostOf(origin) === headers.host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
