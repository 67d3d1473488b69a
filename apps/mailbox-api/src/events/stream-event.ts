/** The types of events that `GET /events` reports. */
export const streamEventTypes = [
  'email.received',
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.failed',
  'email.unknown',
  'task.updated',
] as const;

export type StreamEventType = (typeof streamEventTypes)[number];
