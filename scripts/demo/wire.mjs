// What a demo shows of what goes over the wire.
const LONGEST = 700;

const shown = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** A `fetch` that shows requests and answers, with the headers that matter to payments. */
export async function shownFetch(input, init) {
  const request = new Request(input, init);
  const body = await request.clone().text();
  process.stdout.write(`  > ${request.method} ${new URL(request.url).pathname} ${shown(body)}\n`);
  showHeaders('>', request.headers);
  const response = await fetch(request);
  process.stdout.write(`  < ${response.status} ${shown(await response.clone().text())}\n`);
  showHeaders('<', response.headers);
  return response;
}

function showHeaders(direction, headers) {
  for (const name of ['payment-signature', 'payment-required', 'payment-response', 'x-payment-proof', 'retry-after']) {
    const value = headers.get(name);
    if (value !== null) process.stdout.write(`  ${direction} ${name}: ${value.slice(0, 60)}…\n`);
  }
}

/** Calls an API with a token; the answer may be a refusal. */
export function client(baseUrl, token = '') {
  return async (method, path, body, more = {}) => {
    const headers = {
      ...more,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await shownFetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}
