import { leaseNotices, messageNotices } from '@mailroom/webhooks';

/** What a webhook of this surface can be told of. */
export const eventTypes = [...messageNotices, ...leaseNotices] as const;
