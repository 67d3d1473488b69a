import type { MailCounts, MailPoint } from '@mailroom/mail';
import { about, integer, object, string, type Described } from '@mailroom/openapi';

const counts = {
  received: integer,
  handled: about(integer, 'tasks'),
  sent: about(integer, 'messages that were accepted for sending'),
  bounced: about(integer, 'messages that some recipient did not get'),
  complained: integer,
};

export const mailCounts = object(counts);
export const mailPoint = object({ at: about(string, 'when the hour or day begins'), ...counts });

export const exampleCounts = { received: 3_977, handled: 3_120, sent: 2_918, bounced: 231, complained: 3 };
export const noMail: MailCounts = { received: 0, handled: 0, sent: 0, bounced: 0, complained: 0 };

export function mailPointView({ at, ...rest }: MailPoint): Described<typeof mailPoint> {
  return { at: at.toISOString(), ...rest };
}
