import { defineEvent } from './event.js';

/** A message is durable and waits for its parser. Published only when its first parser was lost. */
export const emailAccepted = defineEvent('email.accepted', {
  rawId: 'string',
  emailIds: 'integers',
  mailboxIds: 'integers',
});

/** An email and its task are ready to be read and claimed. */
export const emailReceived = defineEvent('email.received', { emailId: 'integer', mailboxId: 'integer' });

/** A submission and its outbound job are committed. */
export const outboundQueued = defineEvent('outbound.queued', {
  jobId: 'integer',
  emailId: 'integer',
  mailboxId: 'integer',
});

/** Every recipient's next hop has taken the message. */
export const emailSent = defineEvent('email.sent', { emailId: 'integer', mailboxId: 'integer' });

/** Every recipient has it in a mailbox. */
export const emailDelivered = defineEvent('email.delivered', { emailId: 'integer', mailboxId: 'integer' });

/** At least one recipient will not get it. */
export const emailFailed = defineEvent('email.failed', { emailId: 'integer', mailboxId: 'integer' });

/** Nobody knows whether at least one recipient has it, before a person or a report has settled it. */
export const emailUnknown = defineEvent('email.unknown', { emailId: 'integer', mailboxId: 'integer' });

/** At least one recipient's host took the message and could not deliver it. */
export const emailBounced = defineEvent('email.bounced', { emailId: 'integer', mailboxId: 'integer' });

/** A recipient called the message abuse. */
export const emailComplained = defineEvent('email.complained', { emailId: 'integer', mailboxId: 'integer' });

/** The received email with that id is a report on mail that was sent. */
export const reportReceived = defineEvent('report.received', { emailId: 'integer', mailboxId: 'integer' });
