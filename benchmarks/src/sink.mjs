// A next hop that accepts everything and forgets it, as fast as Node can; it reports over HTTP how many and how fast.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
let count = 0;
let first = 0;
let last = 0;

const smtp = createServer((socket) => {
  let inData = false;
  let tail = Buffer.alloc(0);
  const answer = (line) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
    if (verb === 'DATA') inData = true;
    return verb === 'DATA' ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 OK\r\n';
  };
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    let buffer = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    let replies = '';
    for (;;) {
      const end = buffer.indexOf(inData ? END : '\r\n');
      if (end === -1) break;
      if (inData) {
        inData = false;
        last = performance.now();
        first ||= last;
        count += 1;
        replies += '250 2.0.0 OK: queued as 1\r\n';
        buffer = buffer.subarray(end + END.length);
      } else {
        replies += answer(buffer.toString('latin1', 0, end));
        buffer = buffer.subarray(end + 2);
      }
    }
    // It keeps only those bytes of a message that may begin its end.
    tail = inData ? buffer.subarray(Math.max(0, buffer.length - END.length)) : buffer;
    if (replies !== '') socket.write(replies);
  });
  socket.write('220 sink\r\n');
});

const control = createHttpServer((request, response) => {
  if (request.method === 'DELETE') count = first = last = 0;
  response.end(JSON.stringify({ count, seconds: (last - first) / 1_000 }));
});

smtp.listen(0, '127.0.0.1', () =>
  control.listen(0, '127.0.0.1', () => process.stdout.write(`${smtp.address().port} ${control.address().port}\n`)),
);
