import type { SealOrder } from '@mailroom/mail';
import type { ReadMessage } from '@mailroom/message';

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

/** What a message becomes in the database, as the octets that go there. */
export type MessageRow = {
  /** An object in JSON: the columns, and of long texts the places where they lie among `texts`. */
  readonly json: Uint8Array;
  readonly texts: Uint8Array;
};

/** What hardly any message has, for whoever goes on with it. */
export type Particulars = {
  /** What its signature covers, in the bytes that came. */
  readonly signed: ReadMessage['signed'];
  /** The key that it brings, where the domain of its sender vouches for it. */
  readonly autocrypt: ReadMessage['autocrypt'];
  readonly sentAt: string | null;
  /** The message as it is to be kept, which the rest then describes; null if that is as it came. */
  readonly sealed: Uint8Array | null;
};

export type ParseOutcome =
  | { readonly ok: true; readonly row: MessageRow; readonly particulars: Particulars | null }
  | { readonly ok: false; readonly reason: string };

export type ParsedOutcome = Extract<ParseOutcome, { ok: true }>;

/** A message on its way to a worker. The bytes are a copy that the worker owns, or lie in memory that threads share. */
export type WorkerJob = {
  readonly id: number;
  readonly rawId: string;
  readonly raw: Uint8Array;
  readonly envelope: ParseJob['envelope'];
  readonly seal: SealOrder | null;
};

/** What the pool says to a worker: jobs, which it begins in this order. */
export type WorkerRequest = { readonly jobs: readonly WorkerJob[] };

/** How a job ended; of one that did not fail, the row lies in the report's octets, behind those of the jobs before. */
export type EndedJob =
  | {
      readonly id: number;
      readonly jsonOctets: number;
      readonly textOctets: number;
      readonly particulars: Particulars | null;
    }
  | { readonly id: number; readonly reason: string };

/** What a worker says: who it is, that it has begun its first job and so can work, and how jobs ended. */
export type WorkerReport =
  | { readonly kind: 'started'; readonly threadId: number | null }
  | { readonly kind: 'works' }
  | { readonly kind: 'ended'; readonly octets: Uint8Array; readonly jobs: readonly EndedJob[] };

export type WorkerSettings = { readonly hostname: string; readonly dnsServers: readonly string[] };

/** Its pool sees the same board. */
export type WorkerData = WorkerSettings & { readonly board: Int32Array<SharedArrayBuffer> };
