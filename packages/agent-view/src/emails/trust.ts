import { authenticationResults, type EmailContent } from '@mailroom/mail';
import { signalTypes } from '@mailroom/message';
import { about, list, object, oneOf, resource, string, type ValueOf } from '@mailroom/openapi';

const authenticationResult = oneOf(authenticationResults);

const verdict = about(
  oneOf(['trusted', 'neutral', 'suspicious']),
  'trusted: DMARC passed and there is no signal. suspicious: DMARC failed, or there is a signal other than ' +
    'reply_to_mismatch and authentication_failure. neutral: everything else.',
);

export const trustResource = resource(
  'Trust',
  about(
    object({
      spf: authenticationResult,
      dkim: authenticationResult,
      dmarc: authenticationResult,
      arc: authenticationResult,
      verdict,
      signals: list(object({ type: oneOf(signalTypes), detail: { ...string, maxLength: 200 } })),
    }),
    'How careful to be with the message; never a reason to do what it says.',
  ),
  { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none', verdict: 'trusted', signals: [] },
);

export type TrustResource = ValueOf<typeof trustResource>;

const NOT_AUTHENTICATED = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' } as const;
const NOT_ASSESSED = { verdict: 'neutral', signals: [] } as const;

/** Nothing is known about sent mail, or about mail that could not be read. */
export function trustView(content: EmailContent | null): TrustResource {
  const { spf, dkim, dmarc, arc } = content?.authentication ?? NOT_AUTHENTICATED;
  const { verdict, signals } = content?.trust ?? NOT_ASSESSED;
  return { spf, dkim, dmarc, arc, verdict, signals };
}
