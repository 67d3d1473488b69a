import { requestIdHeader } from './operation.js';

/** How a surface's operations fail with one status, and one example of it. */
export type Failure<Code extends string> = {
  /** Its name in the document. */
  readonly name: string;
  readonly description: string;
  readonly type: Code;
  readonly message: string;
};

/** Every status that an operation may answer with instead of success. */
export type Failures<Code extends string> = Readonly<Record<number, Failure<Code>>>;

/** The failures that are the same on every surface with plain bodies. */
export const everydayFailures = {
  415: {
    name: 'UnsupportedMediaType',
    description: 'Bodies are JSON.',
    type: 'unsupported_media_type',
    message: 'Send the body as application/json.',
  },
  500: {
    name: 'InternalError',
    description: 'A bug of ours.',
    type: 'internal_error',
    message: 'Something went wrong here; the request id leads to it.',
  },
  503: {
    name: 'Unavailable',
    description: 'The service, or a part of it, is not there at the moment.',
    type: 'unavailable',
    message: 'The database cannot be reached at the moment.',
  },
} as const;

const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer' } };
const statusesToWait = ['429', '503'];

export const EXAMPLE_REQUEST_ID = 'req_x3Kq9vT0bW2fYh1m';

/** `components.responses`: each failure in the schema of that name, with the example that `exampleOf` makes of it. */
export function failureComponents<Code extends string>(
  failures: Failures<Code>,
  schemaName: string,
  exampleOf: (failure: Failure<Code>, status: number) => object,
): Record<string, object> {
  const described = Object.entries(failures).map(([status, failure]) => [
    failure.name,
    {
      description: failure.description,
      headers: { ...requestIdHeader, ...(statusesToWait.includes(status) && { 'retry-after': retryAfter }) },
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${schemaName}` },
          example: exampleOf(failure, Number(status)),
        },
      },
    },
  ]);
  return Object.fromEntries(described) as Record<string, object>;
}

/** The same where bodies are plain. @param requestIdName what the surface calls the id of a request */
export function plainFailureComponents<Code extends string>(
  failures: Failures<Code>,
  requestIdName: string,
  fixes: Readonly<Record<Code, string | null>>,
): Record<string, object> {
  return failureComponents(failures, 'Error', ({ type, message }) => {
    return { error: type, message, [requestIdName]: EXAMPLE_REQUEST_ID, fix: fixes[type] ?? '' };
  });
}

/** The failures of one operation, by status. */
export function failureResponses(failures: Failures<string>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(failures).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
