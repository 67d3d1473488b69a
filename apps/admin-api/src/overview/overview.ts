import { about, integer, list, nullable, object, ref, resource, word } from '@mailroom/openapi';
import { auditEntryResource } from '../audit/audit-entry.js';
import { exampleCounts, mailPoint } from '../tenants/mail-counts.js';

const waiting = object({ count: integer, since: about(nullable('string'), 'since when the first of them') });

export const queueNames = ['parsing', 'outbound', 'webhooks', 'events', 'receipts'] as const;

export const overviewResource = resource(
  'Overview',
  object({
    waiting: about(
      object({
        jobs: about(waiting, 'outbound jobs that need a person'),
        riskEvents: about(waiting, 'what the controls did in the last 24 hours'),
        tenantsInReview: about(integer, 'tenants whose policy is external_review'),
        tenantsSuspended: integer,
        upgradesAsked: about(integer, 'tenants whose billing state is paid_review'),
        upgradesPaid: about(integer, 'those of them who have paid, by the newest 5,000 payments'),
        webhooksFailing: waiting,
        webhooksDisabled: integer,
        receipts: about(waiting, 'payments whose outcome only a person can find out'),
        poisonEvents: waiting,
      }),
      'what waits for a decision; each is counted up to 1000',
    ),
    queues: about(
      list(
        object({
          name: word(queueNames),
          waiting: about(nullable('integer'), 'counted up to 10,000; null while nobody can tell'),
          oldestSeconds: about(nullable('integer'), 'how long the first has been due; null where nobody counts that'),
        }),
      ),
      'events: those that some consumer has not acknowledged',
    ),
    hours: about(list(mailPoint), 'the last 24 hours, oldest first; the last one is not over'),
    days: about(list(mailPoint), 'the last 30 days of UTC, in the same way'),
    lastChanges: about(list(ref(auditEntryResource)), 'the last ten changes by operators'),
  }),
  {
    waiting: {
      jobs: { count: 4, since: '2026-03-01T12:31:07.000Z' },
      riskEvents: { count: 3, since: '2026-03-01T12:55:00.000Z' },
      tenantsInReview: 2,
      tenantsSuspended: 6,
      upgradesAsked: 2,
      upgradesPaid: 1,
      webhooksFailing: { count: 7, since: '2026-02-27T02:10:00.000Z' },
      webhooksDisabled: 2,
      receipts: { count: 0, since: null },
      poisonEvents: { count: 0, since: null },
    },
    queues: [{ name: 'outbound', waiting: 88, oldestSeconds: 6 }],
    hours: [{ at: '2026-03-01T13:00:00.000Z', ...exampleCounts }],
    days: [{ at: '2026-03-01T00:00:00.000Z', ...exampleCounts }],
    lastChanges: [auditEntryResource.example],
  },
);
