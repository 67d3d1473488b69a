/** What a check counted, and what it found wrong. */
export type Findings = { readonly numbers: Readonly<Record<string, number>>; readonly problems: readonly string[] };
