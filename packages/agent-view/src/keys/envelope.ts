import { about, integer, list, nullable, object, resource } from '@mailroom/openapi';

export const addedEnvelopeResource = resource('AddedEnvelope', object({ emailId: integer, keyId: integer }), {
  emailId: 1042,
  keyId: 3,
});

export const unwrappedEmailsResource = resource(
  'UnwrappedEmails',
  object({
    emailIds: about(list(integer), 'the newest first'),
    nextCursor: about(nullable('integer'), 'continues the list'),
  }),
  { emailIds: [1042, 1017], nextCursor: null },
);
