import { integer, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import type { Suppression } from '@mailroom/send-policy';
import { at } from '../schema/example-times.js';

export const suppressionResource = resource(
  'Suppression',
  object({
    id: integer,
    address: string,
    reason: word(['bounce', 'complaint']),
    accountId: integer,
    sourceEmailId: integer,
    smtpStatus: string,
    createdAt: string,
  }),
  {
    id: 9,
    address: 'gone@example.org',
    reason: 'bounce',
    accountId: 7,
    sourceEmailId: 1043,
    smtpStatus: '5.1.1',
    createdAt: at,
  },
);

export const liftedSuppressionResource = resource('LiftedSuppression', object({ address: string }), {
  address: 'gone@example.org',
});

export type SuppressionResource = ValueOf<typeof suppressionResource>;

export function suppressionView(suppression: Suppression): SuppressionResource {
  return {
    id: suppression.id,
    address: suppression.address,
    reason: suppression.reason,
    accountId: suppression.mailboxId,
    sourceEmailId: suppression.sourceEmailId,
    smtpStatus: suppression.smtpStatus,
    createdAt: suppression.createdAt.toISOString(),
  };
}
