import type { EmailPlace } from '@mailroom/mail';
import { parseMessage } from '@mailroom/message';
import { startOutbound } from './outbound-fixture.js';
import { requestOf } from './sending-fixture.js';

export const far = 'far@far.test';
export const about = (address: string, Action: string, Status: string) => ({
  'Final-Recipient': `rfc822; ${address}`,
  Action,
  Status,
});

/** Creates sent mail, and the reports that arrive about it. */
export async function startReports() {
  const outbound = await startOutbound();
  const { sending } = outbound;

  /** Creates a sent email whose next hop took it for these recipients, or left them in that status. */
  const sent = async (to: string[] = [far], status = 'sent') => {
    const { submissions, principal, change, email } = sending;
    const { emailId } = await submissions.send(principal, outbound.mailbox, requestOf({ to }));
    const recipients = await change(
      'sent',
      `with e as (update email set status = $2 where id = $1),
         j as (update outbound_job set status = $2 where email_id = $1 returning id)
       update outbound_recipient r set status = $2 from j where j.id = r.job_id
       returning r.position, r.return_path as path`,
      [emailId, status],
    );
    const { messageId } = await email(emailId);
    const returnPaths = recipients
      .toSorted((a, b) => Number(a.position) - Number(b.position))
      .map(({ path }) => String(path));
    return { emailId, messageId, returnPath: returnPaths[0] ?? '', returnPaths };
  };

  /** Creates a report as it lies in the mailbox once it is parsed. */
  const receive = async (text: string, recipient: string, sender: string | null = null): Promise<EmailPlace> => {
    const { report } = parseMessage(Buffer.from(text));
    const [row] = await sending.change(
      'receive',
      `with raw as (insert into raw_message (id, size, envelope_sender) values (gen_random_uuid(), 0, $4) returning id),
         content as (insert into message_content (raw_id, plain_text, html, reference_ids, report)
           select id, '', '', '{}', $3::jsonb from raw)
       insert into email (mailbox_id, direction, status, unread, raw_id, recipient, ready_at)
       select $1, 0, 'received', true, id, $2, now() from raw returning id`,
      [outbound.mailbox.id, recipient, JSON.stringify(report), sender],
    );
    return { id: Number(row?.id), mailboxId: outbound.mailbox.id };
  };

  const statusOf = async (emailId: number) => (await sending.email(emailId)).status;
  const suppressed = async () =>
    (await sending.change('suppressed', 'select address, reason from suppression order by address')).map(
      ({ address, reason }) => `${String(address)} ${String(reason)}`,
    );
  return {
    outbound,
    sent,
    receive,
    report: async (text: string, recipient: string, sender: string | null = null) =>
      outbound.reports.apply(await receive(text, recipient, sender)),
    statusOf,
    eventsOf: async (emailId: number) => (await outbound.eventsOf(emailId)).filter((type) => type !== 'email.sent'),
    suppressed,
  };
}
