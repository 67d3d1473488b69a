// An SMTP load client: sends messages over connections that it keeps open, for a time or up to a number, and counts the
// 250s.
import { createConnection } from 'node:net';

/** @returns accepted messages per second */
export async function load({ port, connections, bytes, seconds, recipient }) {
  const line = 'x'.repeat(70) + '\r\n';
  const body = messageOf(recipient, line.repeat(Math.ceil(bytes / 72)));
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > until;
  const lanes = Array.from({ length: connections }, () => lane(port, recipient, () => body, isOver));
  const counts = await Promise.all(lanes);
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Sends that many messages over one connection, each with its own text. */
export async function loadMessages({ port, count, recipient, text }) {
  await lane(
    port,
    recipient,
    () => messageOf(recipient, text()),
    (accepted) => accepted === count,
  );
}

const messageOf = (recipient, text) =>
  `From: a@example.org\r\nTo: ${recipient}\r\nSubject: load\r\nContent-Type: text/plain\r\n\r\n${text}.\r\n`;

function lane(port, recipient, body, isOver) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1').setNoDelay(true);
    const script = ['EHLO bench\r\n', 'MAIL FROM:<a@example.org>\r\n', `RCPT TO:<${recipient}>\r\n`, 'DATA\r\n', body];
    let step = 0;
    let accepted = 0;
    let buffer = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      buffer += chunk;
      if (!/^\d{3} .*\r\n$/m.test(buffer)) return;
      if (!/^[23]/.test(buffer)) return reject(new Error(buffer));
      buffer = '';
      if (step === script.length) {
        accepted += 1;
        step = 1;
        if (isOver(accepted)) {
          socket.end('QUIT\r\n');
          return resolve(accepted);
        }
      }
      const next = script[step++];
      socket.write(typeof next === 'function' ? next() : next);
    });
  });
}
