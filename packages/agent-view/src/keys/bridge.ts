import type { Bridge } from '@mailroom/mail';
import { about, integer, object, resource, string, type ValueOf } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

const fields = {
  id: integer,
  accountId: integer,
  keyId: about(integer, 'the agent key whose private part it holds'),
  fingerprint: string,
  createdAt: string,
};
const example = {
  id: 5,
  accountId: 7,
  keyId: 3,
  fingerprint: '9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b',
  createdAt: at,
};

export const bridgeResource = resource('Bridge', object(fields), example);

export const registeredBridgeResource = resource(
  'RegisteredBridge',
  object({
    ...fields,
    bridgeId: about(string, 'for the header x-service-local-e2ee-bridge'),
    secret: about(string, 'for the header x-service-local-e2ee-bridge-secret; shown this once'),
  }),
  { ...example, bridgeId: '5', secret: 'brs_4f1mQ…' },
);

export type BridgeResource = ValueOf<typeof bridgeResource>;

export function bridgeView({ id, mailboxId, keyId, fingerprint, createdAt }: Bridge): BridgeResource {
  return { id, accountId: mailboxId, keyId, fingerprint, createdAt: createdAt.toISOString() };
}
