// A queue with the statements of the Postgres extension pgmq: read with a visibility timeout, delete to acknowledge.

export async function fillQueue(pool, count) {
  await pool.query(`create table if not exists reference_queue (
    msg_id bigint primary key generated always as identity, read_ct int not null default 0,
    enqueued_at timestamptz not null default now(), vt timestamptz not null, message jsonb)`);
  await pool.query('create index if not exists reference_queue_vt on reference_queue (vt asc)');
  await pool.query('truncate reference_queue');
  await pool.query(
    `insert into reference_queue (vt, message)
     select now(), jsonb_build_object('emailId', n) from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('vacuum analyze reference_queue');
}

const read = {
  name: 'pgmq-read',
  text: `with cte as (
      select msg_id from reference_queue where vt <= clock_timestamp()
      order by msg_id asc limit $1 for update skip locked)
    update reference_queue m set vt = clock_timestamp() + make_interval(secs => 300), read_ct = read_ct + 1
    from cte where m.msg_id = cte.msg_id
    returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message`,
};
const remove = {
  name: 'pgmq-delete',
  text: 'delete from reference_queue where msg_id = any ($1::bigint[]) returning msg_id',
};

/** Reads and deletes up to `batch` messages; returns how many. */
export async function pgmqPair(pool, batch) {
  const { rows } = await pool.query({ ...read, values: [batch] });
  if (rows.length > 0) await pool.query({ ...remove, values: [rows.map(({ msg_id }) => msg_id)] });
  return rows.length;
}
