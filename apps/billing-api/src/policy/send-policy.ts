import { about, boolean, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { OutboundStanding } from '@mailroom/send-policy';

export const sendPolicyResource = resource(
  'SendPolicy',
  object({
    tenantId: string,
    policy: word(['internal_only', 'external_review', 'external_enabled', 'suspended']),
    externalSendAllowed: about(boolean, 'whether a message to one external recipient would be accepted now'),
    reason: about(nullable('string'), 'what it would be refused with'),
    limits: about(
      object({ externalPerHour: nullable('integer'), externalPerDay: nullable('integer') }),
      'external recipients in a rolling hour and 24 hours; null where there is no limit',
    ),
    usage: object({ externalPerHour: integer, externalPerDay: integer }),
  }),
  {
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    policy: 'internal_only',
    externalSendAllowed: false,
    reason: 'external_send_not_enabled',
    limits: { externalPerHour: 1, externalPerDay: 10 },
    usage: { externalPerHour: 0, externalPerDay: 0 },
  },
);

export function sendPolicyView(standing: OutboundStanding): ValueOf<typeof sendPolicyResource> {
  const { tenantId, policy, externalSendAllowed, reason, limits, usage } = standing;
  return { tenantId, policy, externalSendAllowed, reason, limits, usage };
}
