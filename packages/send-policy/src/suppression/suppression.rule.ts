import { DomainError } from '@mailroom/errors';
import type { SendRule } from '../send-rule.js';
import { suppressionKey } from './suppression-key.js';
import { suppressedAmong } from './suppression.repository.js';

/** No mail goes to an address that bounced or complained: one that is suppressed refuses the whole message. */
export const suppression: SendRule<readonly string[]> = {
  name: 'suppression',

  objection: ({ tenantId, addresses }) => suppressedAmong(tenantId, addresses),

  refusal: (found, { recipients }) => {
    const suppressed = recipients.filter(({ address }) => found.includes(suppressionKey(address) ?? address));
    const list = [...new Set(suppressed.map(({ address }) => address))].join(', ');
    return new DomainError(
      'recipient_suppressed',
      `Mail to ${list} is suppressed: it bounced or was complained about.`,
      {
        fix: 'Leave the address out, or have a manager lift it with DELETE /suppressions/{address}.',
        fields: suppressed.map(({ field, address }) => ({ field, message: `${address} is suppressed` })),
      },
    );
  },
};
