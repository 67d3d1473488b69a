import { ref, resource } from '../schema/resource.js';
import { boolean, object, orNull } from '../schema/schema.js';
import { emailResource } from './email.js';

export const waitedEmailResource = resource(
  'WaitedEmail',
  object({ timedOut: boolean, email: orNull(ref(emailResource)) }),
  { timedOut: false, email: emailResource.example },
);
