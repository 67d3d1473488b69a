import { boolean, object, orNull, ref, resource } from '@mailroom/openapi';
import { emailResource } from './email.js';

export const waitedEmailResource = resource(
  'WaitedEmail',
  object({ timedOut: boolean, email: orNull(ref(emailResource)) }),
  { timedOut: false, email: emailResource.example },
);
