import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import type { Answer } from './answer.js';
import { QueryParameters, type QueryParameter } from './query-parameter.js';

/** What every answer carries. */
export const requestIdHeader = {
  'x-request-id': {
    description: 'The requestId of the answer, which leads to the request',
    schema: { type: 'string' },
  },
};

/** The answer of a method is of the type that the document promises. */
export type OperationDecorator<T> = <Method extends (...parameters: never[]) => Promise<T>>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

export type OperationOptions<T> = {
  readonly summary: string;
  readonly description?: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
} & (
  | {
      /** The status of success; 200 where it is left out. */
      readonly status?: 200 | 201 | 202;
      readonly answer: Answer<T>;
    }
  /** There is nothing to say. */
  | { readonly status: 204; readonly answer?: never }
);

/** Describes one operation of a surface with plain bodies, and holds its method to status and type of the answer. */
export function Operation<T>(options: OperationOptions<T>): OperationDecorator<T> {
  const { summary, description, status = 200, answer, query = {} } = options;
  const content = answer && { 'application/json': { schema: answer.schema, example: answer.example } };
  const response = { status, description: 'Success', headers: requestIdHeader, ...(content && { content }) };
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, ...(description && { description }) }),
    ApiResponse(response as ApiResponseOptions),
    QueryParameters(query),
  );
}
