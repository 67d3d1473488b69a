// An SMTP load client: sends messages over connections that it keeps open, for a time or up to a number, and counts the
// 250s.
import { createConnection } from 'node:net';

const PROXIED_PORTS = '40000 25';

/**
 * @param mail gives the next message (`mail/pool.mjs`)
 * @param recipients are written to in turn
 * @param clientAddress is named as the client's in a header of the PROXY protocol, which is left out without it
 * @param seconds how long to send, or `count`, how many messages
 * @returns how many were accepted, and in how many milliseconds
 */
export async function load({ port, connections, mail, recipients, clientAddress, seconds, count = Infinity }) {
  const begun = performance.now();
  const until = begun + (seconds ?? Infinity) * 1_000;
  let [given, turn] = [0, 0];
  const next = () => {
    if (given >= count || performance.now() > until) return null;
    given += 1;
    return { recipient: recipients[turn++ % recipients.length], message: mail.next() };
  };
  const opening = clientAddress ? `PROXY TCP4 ${clientAddress} 127.0.0.1 ${PROXIED_PORTS}\r\n` : '';
  const lanes = Array.from({ length: connections }, () => lane({ port, opening, next }));
  const counts = await Promise.all(lanes);
  return { accepted: counts.reduce((sum, one) => sum + one, 0), ms: performance.now() - begun };
}

/** One connection, which sends until there is no next message. */
function lane({ port, opening, next }) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1').setNoDelay(true);
    let [step, accepted, buffer, current] = [0, 0, '', null];
    const say = {
      0: () => 'EHLO bench\r\n',
      1: () => 'MAIL FROM:<ada@example.org>\r\n',
      2: () => `RCPT TO:<${current.recipient}>\r\n`,
      3: () => 'DATA\r\n',
      4: () => `${current.message}.\r\n`,
    };
    const begin = () => {
      current = next();
      step = 1;
      if (current) return true;
      socket.end('QUIT\r\n');
      resolve(accepted);
      return false;
    };
    if (opening) socket.write(opening);
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      buffer += chunk;
      if (!/^\d{3} .*\r\n$/m.test(buffer)) return;
      if (!/^[23]/.test(buffer)) return reject(new Error(buffer));
      buffer = '';
      if (step === 5) accepted += 1;
      if ((step === 1 || step === 5) && !begin()) return;
      socket.write(say[step++]());
    });
  });
}
