import type { ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, string>>;

export function answerJson(response: ServerResponse, status: number, body: object, headers: Headers = {}): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(JSON.stringify(body));
}

/** Answers with an error in the shape of the plain surfaces. */
export function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  message: string,
  headers: Headers = {},
): void {
  answerJson(response, status, { error, message }, headers);
}
