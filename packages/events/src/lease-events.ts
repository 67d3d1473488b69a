import { defineEvent } from './event.js';

/** The lease, as it was at that moment; its instants are ISO 8601. */
const lease = {
  leaseId: 'string',
  mailboxId: 'integer',
  agentId: 'string',
  address: 'string',
  expiresAt: 'string',
} as const;

/** A mailbox lease ends soon. */
export const leaseExpiring = defineEvent('lease.expiring', lease);

/** A mailbox lease was ended by its holder. */
export const leaseReleased = defineEvent('lease.released', lease);

/** The time of a mailbox lease is over. */
export const leaseExpired = defineEvent('lease.expired', lease);
