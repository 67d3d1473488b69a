import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

/** An SMTP client that says what it is told to, and stops where it is told to. */
export async function dial(port: number) {
  const socket = createConnection({ host: '127.0.0.1', port });
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return '';
      if (/^\d{3} /.test(String(value))) return String(value);
    }
  };
  const say = async (text: string) => {
    socket.write(`${text}\r\n`);
    return reply();
  };
  await reply();
  await say('EHLO client.example');
  return { say, close: () => socket.destroy() };
}
