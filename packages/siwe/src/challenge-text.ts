/** What a challenge says, apart from its times. */
export type ChallengeTerms = {
  readonly domain: string;
  readonly uri: string;
  /** It is written as CAIP-2 says. */
  readonly chain: string;
  /** It has its checksum (EIP-55), as EIP-4361 asks for. */
  readonly address: string;
  readonly nonce: string;
};

/** The text before the time of issue, and that between it and the time of expiry, which ends the text. */
export type ChallengeParts = { readonly head: string; readonly between: string };

/** One line, without anything that a wallet could show as a line of its own. */
const STATEMENT = 'Sign in to Mailroom. This proves that you hold the wallet; it moves nothing and costs nothing.';

/**
 * The text that a wallet signs (EIP-4361). Its times are those of the database, which writes them between the parts:
 * `2026-03-01T09:00:00.000Z`.
 */
export function challengeParts({ domain, uri, chain, address, nonce }: ChallengeTerms): ChallengeParts {
  const head = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    STATEMENT,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainIdOf(chain)}`,
    `Nonce: ${nonce}`,
    'Issued At: ',
  ].join('\n');
  return { head, between: '\nExpiration Time: ' };
}

/** The nonce that a text of ours names; null if it is none of ours. Everything else is compared whole. */
export function nonceOf(message: string): string | null {
  return /\nNonce: ([0-9a-f]{32})\nIssued At: /.exec(message)?.[1] ?? null;
}

/** The number of a chain of EIP-155. */
export function chainIdOf(chain: string): number {
  return Number(chain.slice(chain.indexOf(':') + 1));
}
