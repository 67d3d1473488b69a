import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { standingFor, TenantService } from '@mailroom/identity';
import { RiskEventRepository, SendStanding } from '@mailroom/send-policy';
import type { Command } from './command.js';

const lax = { strict: false } as const;
const policies = ['internal_only', 'external_review', 'external_enabled', 'suspended'] as const;
const SHOWN_EVENTS = 50;

/** What an operator sees and decides about the sending of a tenant. */
export const policyCommands: Readonly<Record<string, Command>> = {
  'policy show': {
    form: '<tenant id>',
    does: 'show what a tenant may send, and why',
    run: async (app, [tenantId = '']) => {
      const { policy, externalSendAllowed, reason, limits, usage } = await app.get(SendStanding, lax).of(tenantId);
      const { metered, billingState } = await app.get(TenantService, lax).standing(tenantId);
      const [last] = await app.get(RiskEventRepository, lax).newest(tenantId, 1);
      const within = (used: number, limit: number | null) => (limit === null ? 'no limit' : `${used} of ${limit}`);
      return [
        {
          tenant: tenantId,
          policy,
          billing: billingState,
          metered,
          externalSendAllowed,
          reason,
          lastHour: within(usage.externalPerHour, limits.externalPerHour),
          lastDay: within(usage.externalPerDay, limits.externalPerDay),
          lastControl: last?.control ?? null,
          lastControlAt: last?.createdAt ?? null,
        },
      ];
    },
  },
  'policy events': {
    form: '<tenant id>',
    does: 'list what controls took from a tenant, and why',
    run: async (app, [tenantId = '']) => {
      await app.get(TenantService, lax).standing(tenantId);
      const events = await app.get(RiskEventRepository, lax).newest(tenantId, SHOWN_EVENTS);
      return events.map(({ id, createdAt, control, action, details }) => {
        return { id, at: createdAt, control, action, details: JSON.stringify(details) };
      });
    },
  },
  'policy set': {
    form: '<tenant id> <policy> --reason <text>',
    does: `set it to ${policies.join(', ')}`,
    run: async (app, [tenantId = '', word], { reason = '' }) => {
      const policy = policies.find((candidate) => candidate === word);
      if (!policy) throw new DomainError('invalid_request', `<policy> must be one of ${policies.join(', ')}.`);
      await app.get(Database, lax).transaction(async (tx) => {
        await app.get(TenantService, lax).setStanding(tx, tenantId, standingFor(policy), { by: null, reason });
      });
      return [{ tenant: tenantId, policy }];
    },
  },
};
