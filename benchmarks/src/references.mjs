// The references for the system: one process each, so that every side has the same machine.
import { simpleParser } from 'mailparser';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';

const [kind, url] = process.argv.slice(2);
const pool = kind === 'insert' ? new pg.Pool({ connectionString: url, max: 10 }) : null;
// The database may end before this process does.
pool?.on('error', () => {});
await pool?.query(
  'create table if not exists reference_mail (id bigserial primary key, subject text, body text, raw text)',
);

/** `discard` reads and forgets; `insert` is what one would write first: parse, then one INSERT per message. */
const receive = {
  discard: async (stream) => {
    for await (const chunk of stream) void chunk;
  },
  insert: async (stream) => {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const { subject, text } = await simpleParser(raw);
    await pool.query('insert into reference_mail (subject, body, raw) values ($1, $2, $3)', [
      subject,
      text,
      raw.toString(),
    ]);
  },
}[kind];

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  // The load names its client to every server, as a balancer does.
  useProxy: true,
  onData: (stream, _session, done) => receive(stream).then(() => done(), done),
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.server.address().port}\n`));
