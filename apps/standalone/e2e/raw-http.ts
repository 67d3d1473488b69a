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

/** The status of a POST whose answer is looked at only once its whole body was sent, as a browser does it. */
export async function rawPost(url: string, headers: Record<string, string>, body: Buffer): Promise<number | undefined> {
  const asked = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asked.once('error', reject).once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  await Promise.all([new Promise<void>((resolve) => asked.end(body, resolve)), answered]);
  return answered;
}
