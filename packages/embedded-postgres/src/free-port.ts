import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections, which would otherwise often take Postgres's
 * port while it restarts.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;
const MAX_TRIES = 50;

/** A port on 127.0.0.1 on which nobody listened a moment ago. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${MAX_TRIES} ports between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
