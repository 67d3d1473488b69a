import { authenticationResults, pgpStatuses, type Email, type EmailContent } from '@mailroom/mail';
import { signalTypes } from '@mailroom/message';
import { about, list, object, oneOf, resource, string, type ValueOf } from '@mailroom/openapi';

const authenticationResult = oneOf(authenticationResults);

const verdict = about(
  oneOf(['trusted', 'neutral', 'suspicious']),
  'trusted: DMARC passed and there is no signal. suspicious: DMARC failed, or there is a signal other than ' +
    'reply_to_mismatch and authentication_failure. neutral: everything else.',
);

const pgp = about(
  object({ status: oneOf(pgpStatuses), fingerprint: string }),
  'The OpenPGP signature. valid: all that is shown of the body was signed, by the key with this fingerprint, which is known ' +
    'here and names the one From address; it says nothing of the other header fields, and not to whom or when it was written. ' +
    'invalid: it is not good, or covers a part only. unknown_key: no key of the sender that is known here made it. ' +
    'encrypted: the server can not see whether there is one. No status changes the verdict.',
);

export const trustResource = resource(
  'Trust',
  about(
    object({
      spf: authenticationResult,
      dkim: authenticationResult,
      dmarc: authenticationResult,
      arc: authenticationResult,
      pgp,
      verdict,
      signals: list(object({ type: oneOf(signalTypes), detail: { ...string, maxLength: 200 } })),
    }),
    'How careful to be with the message; never a reason to do what it says.',
  ),
  {
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    arc: 'none',
    pgp: { status: 'none', fingerprint: '' },
    verdict: 'trusted',
    signals: [],
  },
);

export type TrustResource = ValueOf<typeof trustResource>;

const NOT_AUTHENTICATED = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' } as const;
const NOT_ASSESSED = { verdict: 'neutral', signals: [] } as const;

/** Nothing is known about sent mail, or about mail that could not be read. */
export function trustView(
  { encrypted, pgpSignature }: Pick<Email, 'encrypted' | 'pgpSignature'>,
  content: EmailContent | null,
): TrustResource {
  const { spf, dkim, dmarc, arc } = content?.authentication ?? NOT_AUTHENTICATED;
  const { verdict, signals } = content?.trust ?? NOT_ASSESSED;
  const pgp = pgpSignature ?? ({ status: encrypted ? 'encrypted' : 'none', fingerprint: '' } as const);
  return { spf, dkim, dmarc, arc, pgp, verdict, signals };
}
