// Measures mail out: from the outbound job to the next hop's 250 through a relay, against nodemailer's own pool.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ratioLine } from './figures.mjs';
import { launch, startSystem, stopSystem } from './system.mjs';

/** As many as we have to a relay. */
const CONNECTIONS = 20;
const BYTES = 2_000;

export async function send(_system, { quick, rounds, report }) {
  const { found } = await launch('sink.mjs', [], /(\d+) (\d+)\n/);
  const [smtp, control] = [found[1], found[2]];
  const sink = async (method) => (await fetch(`http://127.0.0.1:${control}/`, { method })).json();
  const relay = { OUTBOUND_MODE: 'relay', OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${smtp}` };
  const system = await startSender({ ...relay, OUTBOUND_DKIM: 'off' });
  const signingSystem = await startSender(relay);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const pool = (await launch('nodemailer-pool.mjs', [smtp, CONNECTIONS], /ready\n/)).child;
  const signing = (await launch('nodemailer-pool.mjs', [smtp, CONNECTIONS, pem], /ready\n/)).child;
  const messages = quick ? 2_000 : 5_000;

  const measure = async (begin) => {
    await sink('DELETE');
    await begin();
    for (let wait = 0; wait < 1_200; wait += 1) {
      const { count, seconds } = await sink('GET');
      if (count >= messages) return (count - 1) / seconds;
      await sleep(50);
    }
    throw new Error('The messages did not all arrive in a minute.');
  };
  const sides = {
    plain: () => queue(system, messages),
    plainPool: () => tell(pool, messages),
    signed: () => queue(signingSystem, messages),
    signingPool: () => tell(signing, messages),
  };
  const rates = { plain: [], plainPool: [], signed: [], signingPool: [] };
  for (const side of Object.keys(sides)) await measure(sides[side]);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(sides)) rates[side].push(await measure(sides[side]));
    await settled(system);
    await settled(signingSystem);
  }
  const what = `send 2 KB through a relay, ${CONNECTIONS} connections`;
  report(ratioLine(`${what}, against nodemailer's pool`, rates.plain, rates.plainPool, '≥ 0.6'));
  report(ratioLine(`${what}, both sign with DKIM`, rates.signed, rates.signingPool, '≥ 0.8'));
  await stopSystem(system);
  await stopSystem(signingSystem);
}

async function startSender(settings) {
  const system = await startSystem(settings);
  const { mailbox } = await system.api('POST', '/mailboxes', { email: 'sender@mailroom.test' });
  return { ...system, mailbox };
}

const raw = `From: sender@mailroom.test\r\nTo: b@far.example\r\nSubject: load\r\nMessage-ID: <1@mailroom.test>\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(Math.ceil(BYTES / 72))}`;

async function tell(child, messages) {
  child.stdin.write(`${JSON.stringify({ messages, raw })}\n`);
  for (let text = ''; !text.includes('done\n');) [text] = (await once(child.stdout, 'data')).map(String);
}

/** Makes jobs as submissions leave them, all due at once. */
async function queue({ pool, mailbox }, messages) {
  await pool.query(
    `with n as (select n, gen_random_uuid() as raw_id, nextval('email_id_seq') as email_id from generate_series(1, $1::int) n),
     raw as (insert into raw_message (id, content, size, envelope_sender) select raw_id, $2, $3, $4 from n),
     email as (insert into email (id, mailbox_id, direction, status, unread, raw_id, ready_at)
       select email_id, $5, 1, 'queued', false, raw_id, now() from n),
     job as (insert into outbound_job (email_id, mailbox_id, envelope_sender)
       select email_id, $5, $4 from n returning id),
     recipient as (insert into outbound_recipient (job_id, mailbox_id, position, address, return_path)
       select id, $5, 0, 'b@far.example', 'bounce+' || replace(gen_random_uuid()::text, '-', '') || '@mailroom.test' from job)
     insert into outbox_event (id, type, payload)
     select gen_random_uuid(), 'outbound.queued', jsonb_build_object('jobId', min(id), 'emailId', 1, 'mailboxId', $5::int) from job`,
    [messages, Buffer.from(raw), raw.length, mailbox.email, mailbox.id],
  );
  await pool.query(`notify outbox`);
}

/** Resolves when every outcome is recorded. */
async function settled({ pool }) {
  const left = `select exists (select from outbound_job where status in ('queued', 'sending')) as left`;
  while ((await pool.query(left)).rows[0].left) await sleep(50);
}
