// A client of HTTP/1.1 over one connection that is kept open, one request after another: it costs the machine that it
// shares with the server a fraction of what Node's own client costs.
import { createConnection } from 'node:net';

/** @returns a function that asks once and resolves with the status and the parsed JSON, and one that hangs up */
export async function openLane(port, token) {
  const socket = createConnection(port, '127.0.0.1').setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting = null;
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    const head = buffered.indexOf('\r\n\r\n');
    if (head < 0) return;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(buffered.toString('latin1', 0, head)) ?? [];
    const end = head + 4 + Number(length ?? 0);
    if (buffered.length < end) return;
    const status = Number(buffered.toString('latin1', 9, 12));
    const body = buffered.toString('utf8', head + 4, end);
    buffered = buffered.subarray(end);
    waiting.resolve({ status, body });
  });
  socket.on('error', (error) => waiting?.reject(error));
  const ask = (method, path, body = '') =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      const type =
        body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n${type}\r\n${body}`);
    });
  return { ask, close: () => socket.destroy() };
}

/** How many things `lanes` connections do in a second; `work` is given a lane and its state, and returns how many it did. */
export async function httpRate({ port, token, lanes, seconds }, work) {
  const open = await Promise.all(Array.from({ length: lanes }, () => openLane(port, token)));
  const until = performance.now() + seconds * 1_000;
  const counts = await Promise.all(
    open.map(async (lane) => {
      const state = {};
      let done = 0;
      while (performance.now() < until) done += await work(lane, state);
      return done;
    }),
  );
  for (const lane of open) lane.close();
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}
