import { DomainError } from '@mailroom/errors';
import { tenantMayNot } from '@mailroom/identity';
import type { SendRule } from './send-rule.js';

/** A tenant that is suspended sends nothing; its mail still arrives and can be read. */
export const tenantState: SendRule = {
  name: 'tenant-state',

  objection: ({ sender }) => tenantMayNot('send', sender),

  refusal: () =>
    new DomainError('policy_suspended', 'Sending is suspended for this tenant.', {
      fix: 'Ask the operator to lift the suspension.',
    }),
};
