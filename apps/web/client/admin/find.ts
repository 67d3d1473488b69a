import { useNavigate } from '@tanstack/react-router';
import type { Destination, Find } from '../kit/commands.js';
import { admin } from './api.js';

const FOUND = 5;

/** Finds tenants and mailboxes by how they begin, and a job by its number. */
export function useFind(): Find {
  const navigate = useNavigate();
  return async (q): Promise<readonly Destination[]> => {
    const [tenants, mailboxes] = await Promise.all([
      admin.listTenants({ q, limit: FOUND }),
      admin.listMailboxes({ q, limit: FOUND }),
    ]);
    const job: Destination = {
      key: `job ${q}`,
      name: `Job ${q}`,
      about: 'Outbound job',
      icon: 'send',
      run: () => navigate({ to: '/jobs/$jobId', params: { jobId: q } }),
    };
    return [
      ...(/^\d+$/.test(q) ? [job] : []),
      ...tenants.items.map(({ tenantId, name }) => ({
        key: tenantId,
        name: name || tenantId,
        about: `Tenant ${tenantId}`,
        icon: 'person' as const,
        run: () => navigate({ to: '/tenants/$tenantId', params: { tenantId } }),
      })),
      ...mailboxes.items.map(({ accountId, address }) => ({
        key: `mailbox ${accountId}`,
        name: address,
        about: 'Mailbox',
        icon: 'inbox' as const,
        run: () => navigate({ to: '/mailboxes', search: { q: address } }),
      })),
    ];
  };
}
