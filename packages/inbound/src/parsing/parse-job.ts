import type { SealOrder } from '@mailroom/mail';
import type { Extractions, ParsedMessage, PlainTextSource, ReadMessage, TrustAssessment } from '@mailroom/message';

export type ParseJob = {
  readonly rawId: string;
  readonly raw: Buffer;
  readonly envelope: { readonly clientAddress: string; readonly helo: string; readonly sender: string | null };
  /** How it is to be sealed, unless it comes encrypted; without it, it stays as it is. */
  readonly seal?: SealOrder | null;
};

/** Each result is `none`, `pass`, `fail`, `softfail`, `neutral`, `temperror` or `permerror`. */
export type AuthenticationResult = {
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
  readonly arc: string;
  /** The domains whose valid signatures cover everything that a reader sees. */
  readonly dkimDomains?: readonly string[];
  /** The domain of the From field's first address. */
  readonly fromDomain?: string;
};

export type ParseOutcome =
  | {
      readonly ok: true;
      /** Its plain text is made from its HTML where it has none of its own. */
      readonly message: ParsedMessage;
      readonly plainTextSource: PlainTextSource;
      readonly extractions: Extractions;
      /** Null if it equals the plain text. */
      readonly extractedText: string | null;
      readonly trust: TrustAssessment;
      readonly authentication: AuthenticationResult;
      /** What its signature covers, in the bytes that came. */
      readonly signed: ReadMessage['signed'];
      /** The key that it brings, where the domain of its sender vouches for it. */
      readonly autocrypt: ReadMessage['autocrypt'];
      /** The message as it is to be kept, which the rest then describes; null if that is as it came. */
      readonly sealed: Uint8Array | null;
    }
  | { readonly ok: false; readonly reason: string };

/** A message from the pool to a worker. The bytes are a copy that the worker owns. */
export type WorkerRequest = {
  readonly id: number;
  readonly raw: Uint8Array;
  readonly envelope: ParseJob['envelope'];
  readonly seal: SealOrder | null;
};

/** A message from a worker: who it is, which job it begins (this starts its deadline), and how the job ended. */
export type WorkerReport =
  | { readonly kind: 'started'; readonly threadId: number | null }
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: ParseOutcome };

export type WorkerSettings = { readonly hostname: string; readonly dnsServers: readonly string[] };

/** More than the jobs that a worker has at most; a job is revoked at the place that is its id modulo this. */
export const REVOCABLE = 64;

/** Whoever holds the other end of `revoked` writes the ids of jobs there that must not begin. */
export type WorkerData = WorkerSettings & { readonly revoked: Int32Array };
