/** The parts of mailauth's result that DMARC's alignment is judged by. */
export type AlignmentInput = {
  readonly spf?: { readonly domain?: string; readonly status?: { readonly result?: string } } | false;
  readonly dkim?: {
    readonly results?: readonly {
      readonly signingDomain?: string;
      readonly status?: { readonly result?: string };
    }[];
  };
  readonly dmarc?: { readonly alignment?: AlignmentModes } | false;
};

type AlignmentModes = {
  readonly spf?: { readonly strict?: boolean };
  readonly dkim?: { readonly strict?: boolean };
};

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Two names under one registered domain, which relaxed alignment allows; mailauth has already judged that part. */
function related(a: string, b: string): boolean {
  return (
    a === b ||
    a.endsWith(`.${b}`) ||
    b.endsWith(`.${a}`) ||
    a.split('.').slice(-2).join('.') === b.split('.').slice(-2).join('.')
  );
}

/**
 * Whether a pass that mailauth found holds where the policy says `adkim=s` or `aspf=s` (RFC 7489 §3.1): then the domain
 * must be the From field's very own, which mailauth 4 does not ask for.
 */
export function alignedStrictly(result: AlignmentInput, from: string): boolean {
  const fromDomain = domainOf(from);
  const modes = (result.dmarc && result.dmarc.alignment) || {};
  const matches = (domain: string | undefined, strict: boolean | undefined) => {
    const name = domain?.toLowerCase() ?? '';
    return strict ? name === fromDomain : related(name, fromDomain);
  };
  const spf = result.spf || undefined;
  if (spf?.status?.result === 'pass' && matches(spf.domain, modes.spf?.strict)) return true;
  const signatures = result.dkim?.results ?? [];
  return signatures.some(({ status, signingDomain }) => {
    return status?.result === 'pass' && matches(signingDomain, modes.dkim?.strict);
  });
}
