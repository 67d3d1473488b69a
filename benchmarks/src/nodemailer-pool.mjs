// The reference for our worker: nodemailer's own pool. It sends a number of messages whenever it is told to.
import { createInterface } from 'node:readline';
import nodemailer from 'nodemailer';

const [port, connections, privateKey] = process.argv.slice(2);
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port: Number(port),
  pool: true,
  maxConnections: Number(connections),
  ignoreTLS: true,
  ...(privateKey && { dkim: { domainName: 'mailroom.test', keySelector: 'bench', privateKey } }),
});

process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin)) {
  const { messages, raw } = JSON.parse(line);
  const envelope = { from: 'a@mailroom.test', to: ['b@far.example'] };
  await Promise.all(Array.from({ length: messages }, () => transport.sendMail({ envelope, raw })));
  process.stdout.write('done\n');
}
