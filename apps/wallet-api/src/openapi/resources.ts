import type { Resource } from '@mailroom/openapi';
import { challengeResource } from '../auth/challenge.js';
import { mailboxSignInResource } from '../auth/mailbox-sign-in.js';
import { endedSessionResource, openSessionResource, sessionResource } from '../auth/session.js';
import { leaseResources } from '../leases/lease-routes.js';
import { runtimeResource } from '../meta/runtime.js';

/** Every resource, in the order of the OpenAPI document. */
export const resources: readonly Resource<unknown>[] = [
  runtimeResource,
  challengeResource,
  sessionResource,
  openSessionResource,
  endedSessionResource,
  mailboxSignInResource,
  ...leaseResources,
];
