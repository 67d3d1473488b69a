import {
  emailBounced,
  emailDelivered,
  emailFailed,
  emailReceived,
  emailSent,
  leaseExpired,
  leaseExpiring,
  leaseReleased,
  type Event,
} from '@mailroom/events';
import { uuidOfName } from '@mailroom/ids';
import type { Notice, ScheduledEvent } from './scheduled-event.js';

/** Mail has come in which a one-time code was found. */
export const CODE_EXTRACTED = 'otp.extracted';

/** What agents with a wallet are told about messages, by their own names for it. */
export const messageNotices = ['message.received', CODE_EXTRACTED, 'message.sent', 'message.bounced'] as const;
/** What they are told about the leases of their mailboxes. */
export const leaseNotices = ['lease.expiring', 'lease.released', 'lease.expired'] as const;

/** What a subscription is told of besides received mail. */
export const otherEvents = [
  emailSent,
  emailDelivered,
  emailBounced,
  emailFailed,
  leaseExpiring,
  leaseReleased,
  leaseExpired,
].map(({ type }) => type);

const sent = [emailSent.type, emailDelivered.type];
const bounced = [emailBounced.type, emailFailed.type];

/**
 * What endpoints may have asked to be told because of an event. An endpoint is told once of each id: mail that is sent,
 * and then delivered, was sent once.
 */
export function scheduledEvent(event: Event): ScheduledEvent {
  const { id, type, occurredAt, traceparent = null } = event;
  if (type.startsWith('lease.')) return { ...leaseOf(event), notices: [{ id, type }], occurredAt, traceparent };
  const { emailId, mailboxId } = emailReceived.parse(event.payload);
  return { notices: noticesOf(event, emailId), occurredAt, emailId, mailboxId, data: null, traceparent };
}

function noticesOf({ id, type }: Event, emailId: number): Notice[] {
  const once = (name: string) => ({ id: uuidOfName(`${name} ${emailId}`), type: name });
  if (sent.some((known) => known === type)) return [once('message.sent')];
  if (bounced.some((known) => known === type)) return [once('message.bounced')];
  const also = (name: string) => ({ id: uuidOfName(`${name} ${id}`), type: name });
  return [{ id, type }, also('message.received'), also(CODE_EXTRACTED)];
}

function leaseOf(event: Event): Pick<ScheduledEvent, 'emailId' | 'mailboxId' | 'data'> {
  const { leaseId, mailboxId, agentId, address, expiresAt } = leaseExpired.parse(event.payload);
  const status = { [leaseReleased.type]: 'released', [leaseExpired.type]: 'expired' }[event.type] ?? 'active';
  const lease = { lease_id: leaseId, mailbox_id: mailboxId, agent_id: agentId, address, lease_status: status };
  return { emailId: null, mailboxId, data: { ...lease, expires_at: expiresAt } };
}
