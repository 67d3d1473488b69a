export { defineEvent, type Event, type EventDefinition } from './event.js';
export {
  emailAccepted,
  emailBounced,
  emailComplained,
  emailDelivered,
  emailFailed,
  emailReceived,
  emailSent,
  emailUnknown,
  outboundQueued,
  reportReceived,
} from './mail-events.js';
export { leaseExpired, leaseExpiring, leaseReleased } from './lease-events.js';
export { tenantPolicyChanged } from './tenant-events.js';
