import type { DomainError, ErrorCode, FieldError } from '@mailroom/errors';

/** The member of an error that names its request: surfaces differ in the case of their names, and in nothing else. */
export type RequestIdName = 'requestId' | 'request_id';

/** The advice for failures that give none themselves; null if the caller can't mend it. */
export type DefaultFixes = Readonly<Record<ErrorCode, string | null>>;

/** A failure in plain JSON; the details of an error, such as a quote, stand beside these. */
export type PlainError = {
  readonly error: ErrorCode;
  readonly message: string;
  readonly fix?: string;
  readonly errors?: readonly FieldError[];
  readonly [detail: string]: unknown;
};

/** What differs between the failures of surfaces with plain bodies. */
export type PlainErrorForm = { readonly name: RequestIdName; readonly fixes: DefaultFixes };

export function plainError(failure: DomainError, requestId: string, { name, fixes }: PlainErrorForm): PlainError {
  const fix = failure.fix ?? fixes[failure.code];
  return {
    error: failure.code,
    message: failure.detail,
    [name]: requestId,
    ...(fix !== null && { fix }),
    ...(failure.fields.length > 0 && { errors: failure.fields }),
    ...(name === 'request_id' ? inSnakeCase(failure.details) : failure.details),
  };
}

/** How a surface with plain bodies refuses what never became a request, and so has no id. */
export function plainRefusal(form: PlainErrorForm): (failure: DomainError) => PlainError {
  return (failure) => plainError(failure, '', form);
}

/** The names of details are a surface's own; what stands in them, such as a quote, is not. */
function inSnakeCase(details: DomainError['details']): Record<string, unknown> {
  const entries = Object.entries(details).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
