import { plainFixes, type DefaultFixes } from '@mailroom/http';

/** The advice for a failure that gives none itself; null if the caller can't mend it. */
export const defaultFix = {
  ...plainFixes,
  invalid_cursor: 'Send the nextCursor of an earlier answer, or none to begin anew.',
  account_required: 'Use a token of one mailbox.',
  invalid_payment: 'Sign the quote of the 402 again, and send it in the header payment-signature.',
  missing_token: 'Send a token as "Authorization: Bearer <token>"; POST /public/signup issues one.',
  invalid_token: 'Check that the token was copied whole.',
  token_expired: 'Sign up again, or ask whoever holds a working token; POST /v1/auth/token/rotate works until expiry.',
  token_revoked: 'Use the newest token of the mailbox.',
  payment_required: 'Pay the quote: sign it, and send the request again with the header payment-signature.',
  insufficient_scope: 'Use a token that has the scope or the level.',
  invalid_siwe: null,
  invalid_mailbox_password: null,
  wallet_bound: null,
  cooldown_limit: null,
  not_found: 'Check the method, the path and the id, and that it belongs to the mailbox or tenant of the token.',
  lease_expired: 'Claim the task again.',
  address_taken: 'Choose one of suggestions, or leave mailboxAlias out.',
  token_rotated: 'Use the successor of the token; it can be rotated.',
} satisfies DefaultFixes;
