/** What a check counted, and what is wrong. */
export type Findings = { readonly numbers: Readonly<Record<string, number>>; readonly problems: readonly string[] };
