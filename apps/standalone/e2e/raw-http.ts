import { request } from 'node:http';

/** The status of a GET whose path is sent as it is: `fetch` would resolve what climbs. */
export function rawGet(baseUrl: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject).end();
  });
}
