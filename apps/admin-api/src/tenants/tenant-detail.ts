import { about, boolean, integer, list, nullable, object, orNull, resource, string } from '@mailroom/openapi';
import { exampleCounts, mailPoint } from './mail-counts.js';
import { tenantFields, tenantResource } from './tenant.js';

export const tenantDetailResource = resource(
  'TenantDetail',
  object({
    ...tenantFields,
    sending: about(
      object({
        externalSendAllowed: about(boolean, 'whether a message to one external recipient would be accepted now'),
        refusal: about(nullable('string'), 'what it would be refused with'),
        limits: object({ externalPerHour: nullable('integer'), externalPerDay: nullable('integer') }),
        usage: object({ externalPerHour: integer, externalPerDay: integer }),
      }),
      'external recipients in a rolling hour and 24 hours; a limit is null where there is none',
    ),
    signup: about(
      orNull(
        object({ agentName: string, operatorEmail: string, productName: string, useCase: string, createdAt: string }),
      ),
      'what it said of itself; null for a tenant that did not sign up',
    ),
    wallets: list(object({ address: string, agentId: string })),
    domains: list(string),
    mailboxes: about(integer, 'counted up to 1000'),
    hours: about(list(mailPoint), 'the last 24 hours, oldest first; the last one is not over'),
  }),
  {
    ...tenantResource.example,
    sending: {
      externalSendAllowed: true,
      refusal: null,
      limits: { externalPerHour: null, externalPerDay: null },
      usage: { externalPerHour: 0, externalPerDay: 0 },
    },
    signup: {
      agentName: 'Reading tips',
      operatorEmail: 'ops@quillbyte.example',
      productName: 'Quillbyte',
      useCase: 'Customer updates for our reading app',
      createdAt: '2026-02-18T09:00:00.000Z',
    },
    wallets: [{ address: '0x3af1c9b0a58d0b8e2f6f3c5f1b2a4d6e8f0077c0', agentId: 'agt_4b1f0c9a7e5d3f2b1a09' }],
    domains: ['quillbyte.example'],
    mailboxes: 12,
    hours: [{ at: '2026-03-01T13:00:00.000Z', ...exampleCounts }],
  },
);
