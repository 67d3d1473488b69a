import type { Resource } from '@mailroom/openapi';
import { hostedMailboxResource } from '../mailboxes/hosted-mailbox.js';
import { signupResource } from '../signup/signup.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [signupResource, hostedMailboxResource];
