export { cursorPageOf, one, type Answer, type CursorPage } from './answer.js';
export { describeApi, type ApiDescription } from './describe-api.js';
export {
  EXAMPLE_REQUEST_ID,
  everydayFailures,
  failureComponents,
  failureResponses,
  plainFailureComponents,
  type Failures,
} from './describe-failures.js';
export { IdempotencyKey } from './idempotency-key.js';
export { Operation, requestIdHeader, type OperationDecorator, type OperationOptions } from './operation.js';
export { QueryParameters, type QueryParameter } from './query-parameter.js';
export { ref, resource, type Resource, type ValueOf } from './resource.js';
export {
  about,
  boolean,
  either,
  integer,
  list,
  nullable,
  object,
  oneOf,
  orNull,
  record,
  string,
  word,
  type Described,
  type Schema,
} from './schema.js';
