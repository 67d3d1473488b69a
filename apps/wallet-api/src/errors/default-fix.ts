import { plainFixes, type DefaultFixes } from '@mailroom/http';

/** The advice for a failure that gives none itself; null if the caller can't mend it. */
export const defaultFix = {
  ...plainFixes,
  invalid_cursor: 'Send the next_cursor of an earlier answer, or none to begin anew.',
  account_required: 'Name the mailbox as mailbox_id.',
  invalid_payment: 'Sign the quote of the 402 again, and send it in the header payment-signature.',
  missing_token:
    'Sign in with POST /v2/auth/siwe/challenge and POST /v2/auth/siwe/verify, and send the access_token as "Authorization: Bearer <access_token>".',
  invalid_token: 'Check that the token was copied whole, or sign in again.',
  token_expired: 'Sign in again: ask for a challenge with POST /v2/auth/siwe/challenge.',
  token_revoked: 'Sign in again: ask for a challenge with POST /v2/auth/siwe/challenge.',
  invalid_siwe:
    'Sign the message of POST /v2/auth/siwe/challenge as it is, byte for byte, with the wallet that it names (personal_sign), and send both within five minutes. A challenge is good for one sign-in.',
  payment_required: 'Get a proof with POST /v2/payments/proof, and send it in the header x-payment-proof.',
  insufficient_scope: 'Use the session of a wallet, or a token that has the scope.',
  invalid_mailbox_password:
    'Send the webmail_password of the allocation as mailbox_password, or reset it with POST /v2/mailboxes/accounts/{account_id}/credentials/reset.',
  not_found: 'Check the method, the path and the id, and that it belongs to the tenant of the session.',
  lease_expired: 'Lease another mailbox.',
  wallet_bound: 'Sign in with another wallet, or without the credential of another tenant.',
  address_taken: 'Send the request again.',
  token_rotated: 'Use the successor of the token.',
  cooldown_limit: 'Bind a wallet: sign in with it and send the token of this tenant with POST /v2/auth/siwe/verify.',
} satisfies DefaultFixes;
