import type { ErrorCode } from './error-code.js';

/** One field of a request that is wrong, and what to do about it. `field` is a dotted path. */
export type FieldError = { readonly field: string; readonly message: string };

export type DomainErrorOptions = ErrorOptions & {
  /** What the caller can do next, in one sentence. */
  readonly fix?: string;
  readonly fields?: readonly FieldError[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** What a program needs to get on, such as a quote. Surfaces with plain bodies show each value by its name. */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** An expected failure that a caller can act on. Anything else that is thrown is a bug. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly fix: string | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: ErrorCode,
    /** Safe to show to the caller. Diagnostics go into `options.cause`. */
    readonly detail: string,
    options: DomainErrorOptions = {},
  ) {
    super(`${code}: ${detail}`, options);
    this.fix = options.fix;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
  }
}
