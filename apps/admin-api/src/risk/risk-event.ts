import { about, integer, object, record, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { Schema } from '@mailroom/openapi';
import { riskControls, type RiskControl, type RiskEvent } from '@mailroom/send-policy';

const details: Schema<object> = record(integer);

export const riskEventResource = resource(
  'RiskEvent',
  object({
    riskEventId: integer,
    tenantId: string,
    control: word(riskControls),
    action: about(word(['review', 'suspend']), 'what the control did'),
    details: about(details, 'what was counted, and the thresholds'),
    createdAt: string,
  }),
  {
    riskEventId: 17,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    control: 'hard-bounces',
    action: 'suspend',
    details: { bounces: 231, external: 1_507, bounceMin: 10, bouncePercent: 5 },
    createdAt: '2026-03-01T14:28:00.000Z',
  },
);

export function riskEventView(event: RiskEvent): ValueOf<typeof riskEventResource> {
  return {
    riskEventId: event.id,
    tenantId: event.tenantId,
    control: event.control as RiskControl,
    action: event.action as 'review' | 'suspend',
    details: event.details,
    createdAt: event.createdAt.toISOString(),
  };
}
