import { DomainError } from '@mailroom/errors';
import type { TenantStanding } from '@mailroom/identity';

/** Nobody is asked to pay for what he does not get. @throws policy_suspended */
export function refuseSuspended({ status }: TenantStanding): void {
  if (status !== 'suspended') return;
  throw new DomainError('policy_suspended', 'The tenant is suspended, so it can buy nothing.', {
    fix: 'Ask the operator of the installation; receipts that are open can still be confirmed.',
  });
}
