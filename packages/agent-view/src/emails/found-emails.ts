import { about, boolean, integer, list, nullable, object, ref, resource } from '@mailroom/openapi';
import { emailResource } from './email.js';

export const foundEmailsResource = resource(
  'FoundEmails',
  object({
    items: list(ref(emailResource)),
    nextCursor: nullable('integer'),
    hasMore: boolean,
    unindexed: about(
      integer,
      'Ready emails of the mailbox that were not searched. A search indexes up to 64 of the latest that wait for their turn; it is 0 unless a flood leaves more, which is counted up to about 1000.',
    ),
  }),
  { items: [emailResource.example], nextCursor: null, hasMore: false, unindexed: 0 },
);
