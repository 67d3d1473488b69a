// Measures the limit: a claim and an acknowledgement of the same shape, without Node.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = (mailbox, batch) => `
with claimed as (
  update email_task set status = 'processing', lease_owner = 'bench', lease_token = 'lse', lease_principal_id = 'token:1',
    lease_expires_at = now() + interval '300 s', attempts = attempts + 1
  where email_id = any (array(
    select email_id from email_task where mailbox_id = ${mailbox} and status = 'new' and ready
    order by seq limit ${batch} for update skip locked))
  returning email_id)
select array_agg(email_id) as ids from claimed \\gset
update email_task set status = 'handled', handled_by = 'bench', handled_at = now(), lease_owner = null,
  lease_token = null, lease_principal_id = null, lease_expires_at = null
where email_id = any (:ids);
`;

/** Pairs per second, or null if pgbench is not installed. */
export function pgbench(url, { mailbox, batch, seconds, workers }) {
  const directory = mkdtempSync(join(tmpdir(), 'mailroom-pgbench-'));
  const file = join(directory, 'claims.sql');
  writeFileSync(file, script(mailbox, batch));
  const options = ['-n', '-M', 'prepared', '-c', String(workers), '-j', '2', '-T', String(seconds), '-f', file, url];
  const { error, stdout, stderr } = spawnSync('pgbench', options, { encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  if (error) return null;
  const found = /tps = ([\d.]+)/.exec(stdout);
  if (!found) throw new Error(stderr);
  return Number(found[1]) * batch;
}
