export { defineEvent, type Event, type EventDefinition } from './event.js';
export { emailAccepted, emailDelivered, emailFailed, emailReceived, emailSent, outboundQueued } from './mail-events.js';
