import type { Suppression } from '@mailroom/send-policy';

/** The resource `Suppression`. */
export function suppressionView(suppression: Suppression) {
  return {
    id: suppression.id,
    address: suppression.address,
    reason: suppression.reason,
    accountId: suppression.mailboxId,
    sourceEmailId: suppression.sourceEmailId,
    smtpStatus: suppression.smtpStatus,
    createdAt: suppression.createdAt.toISOString(),
  };
}
