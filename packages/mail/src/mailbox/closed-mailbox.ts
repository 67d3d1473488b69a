import { DomainError } from '@mailroom/errors';

/** Why a mailbox takes and sends nothing. */
export type Closing = 'disabled' | 'lease ended';

const ANOTHER = 'another mailbox: POST /v2/mailboxes/leases';

/**
 * The refusal of a mailbox that is closed. An operator can open it again if it was disabled, and nobody can after its lease,
 * so the advice depends on which of the two it was; it names both where the caller does not know.
 */
export function closedMailbox(closing?: Closing): DomainError {
  if (closing === 'disabled') return new DomainError('policy_suspended', 'This mailbox is disabled.');
  if (closing === 'lease ended') {
    const fix = `Lease ${ANOTHER}; mail of this one can be read for 24 hours after its end.`;
    return new DomainError('policy_suspended', 'The lease of this mailbox has ended.', { fix });
  }
  return new DomainError('policy_suspended', 'This mailbox is disabled, or its lease has ended.', {
    fix: `If it was leased, lease ${ANOTHER}. If not, ask the operator of the installation why it was disabled.`,
  });
}
