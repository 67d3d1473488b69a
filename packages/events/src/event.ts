import { DomainError } from '@mailroom/errors';

/** One event as it travels: `id` is a UUID and the same in every redelivery, `occurredAt` is ISO 8601. */
export type Event<T extends string = string, P extends object = Record<string, unknown>> = {
  readonly id: string;
  readonly type: T;
  readonly occurredAt: string;
  readonly payload: P;
  /** The piece of work from which it came (W3C Trace Context), if that is known. */
  readonly traceparent?: string | null;
};

type FieldKinds = { integer: number; string: string; integers: number[] };
type Fields = Record<string, keyof FieldKinds>;
type PayloadOf<F extends Fields> = { readonly [K in keyof F]: FieldKinds[F[K]] };

const checks: { readonly [K in keyof FieldKinds]: (value: unknown) => boolean } = {
  integer: Number.isSafeInteger,
  string: (value) => typeof value === 'string',
  integers: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
};

export type EventDefinition<T extends string = string, P extends object = object> = {
  /** `noun.past-participle`; also the NATS subject and, if there is a webhook for it, the webhook type. */
  readonly type: T;
  /** Checks and returns the payload; a poison payload is an error that redelivery can't mend. */
  readonly parse: (payload: unknown) => P;
};

/** Declares an event type and its thin payload. Fields are added, never renamed; unknown ones are left alone. */
export function defineEvent<T extends string, F extends Fields>(type: T, fields: F): EventDefinition<T, PayloadOf<F>> {
  const parse = (payload: unknown): PayloadOf<F> => {
    const source = Object(payload) as Record<string, unknown>;
    for (const [field, kind] of Object.entries(fields)) {
      if (!checks[kind](source[field])) {
        throw new DomainError('internal_error', `The event ${type} has no valid "${field}".`);
      }
    }
    return source as PayloadOf<F>;
  };
  return { type, parse };
}
