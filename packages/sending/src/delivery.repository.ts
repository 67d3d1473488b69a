import { Injectable } from '@nestjs/common';
import { Database, statement, unseen } from '@mailroom/database';
import type { RecipientSource } from './send-request.js';

const find = statement(
  'delivery-find',
  `select i.id as "emailId",
     coalesce((select key from idempotency_key where email_id = i.id and mailbox_id = $2
       and created_at > now() - interval '24 hours'), '') as "idempotencyKey",
     coalesce((select recipient_source from outbound_job where email_id = i.id and mailbox_id = $2), 'request') as "recipientSource",
     coalesce((select json_agg(json_build_object('address', r.address, 'status', r.status, 'smtpReply', r.smtp_reply)
         order by r.position)
       from outbound_job j join outbound_recipient r on r.job_id = j.id and r.mailbox_id = $2
       where j.email_id = i.id and j.mailbox_id = $2), '[]') as recipients
   from unnest(${unseen('$1::bigint[]')}) i (id)`,
);

export type DeliveryRow = {
  emailId: number;
  idempotencyKey: string;
  recipientSource: RecipientSource;
  recipients: { address: string; status: string; smtpReply: string }[];
};

@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /** What is recorded of the deliveries of a mailbox's emails, by their ids; a row for every one of them. */
  async find(mailboxId: number, emailIds: readonly number[]): Promise<DeliveryRow[]> {
    return this.database.query<DeliveryRow>(find, [emailIds, mailboxId]);
  }
}
