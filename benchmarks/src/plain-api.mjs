// The list and one email as one would write them first: Fastify and the same SQL, without accounts, views or checks.
import Fastify from 'fastify';
import pg from 'pg';

const [url, mailboxId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 12 });
// The database may end before this process does.
pool.on('error', () => {});
const app = Fastify();
app.get('/api/agent/v1/emails', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'list',
    text: `select * from email where mailbox_id = $1 and direction = 0 and ready_at is not null and id < $2
      order by id desc limit $3`,
    values: [mailboxId, query.cursor ?? Number.MAX_SAFE_INTEGER, query.size ?? 20],
  });
  return { code: 200, message: 'success', data: { items: rows, nextCursor: rows.at(-1)?.id ?? null } };
});
app.get('/api/agent/v1/emails/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select e.*, t.status as task_status, t.lease_owner, t.lease_expires_at, c.plain_text, c.html, c.headers
      from email e join email_task t on t.email_id = e.id join message_content c on c.raw_id = e.raw_id
      where e.id = $1 and e.ready_at is not null`,
    values: [params.id],
  });
  return { code: 200, message: 'success', data: rows[0] ?? null };
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${app.server.address().port}\n`);
