import type { Extractions, ParsedMessage, TrustAssessment } from '@mailroom/mail/mime';

export type ParseJob = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly envelope: { readonly clientAddress: string; readonly helo: string; readonly sender: string | null };
};

/** Each `none`, `pass`, `fail`, `softfail`, `neutral`, `temperror` or `permerror`. */
export type AuthenticationResult = {
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
  readonly arc: string;
  /** Whose valid signatures cover all that a reader sees. */
  readonly dkimDomains?: readonly string[];
  /** The domain of the From field's first address. */
  readonly fromDomain?: string;
};

export type ParseOutcome =
  | {
      readonly ok: true;
      readonly message: ParsedMessage;
      readonly extractions: Extractions;
      /** Null where it is the plain text. */
      readonly extractedText: string | null;
      readonly trust: TrustAssessment;
      readonly authentication: AuthenticationResult;
    }
  | { readonly ok: false; readonly reason: string };

/** From the pool to a worker. The bytes are a copy that the worker owns. */
export type WorkerRequest = { readonly id: number; readonly raw: Uint8Array; readonly envelope: ParseJob['envelope'] };

/** From a worker: which job it begins (the clock of its deadline), and how it ended. */
export type WorkerReport =
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: ParseOutcome };

export type WorkerSettings = { readonly hostname: string; readonly dnsServers: readonly string[] };
