import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { KnownQuery } from '../envelope/known-query.js';
import { successResponse, type Success } from './success-response.js';

export type QueryParameter = {
  readonly type: 'integer' | 'string' | 'boolean';
  readonly description: string;
  readonly required?: boolean;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
};

const pageParameters: Record<string, QueryParameter> = {
  size: { type: 'integer', description: 'items in the answer', minimum: 1, maximum: 50, default: 20 },
  cursor: { type: 'integer', description: 'the nextCursor of an earlier answer', minimum: 0 },
  timeSort: { type: 'integer', description: '0 newest first, 1 oldest first', enum: [0, 1], default: 0 },
};

export const accountParameter: Record<string, QueryParameter> = {
  accountId: { type: 'integer', description: 'mailbox id; required with a manager token', minimum: 1 },
};

/** The answer is of the type that the document promises. */
type OperationDecorator<T> = <Method extends (...parameters: never[]) => Promise<T>>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

/** Describes one operation, and holds its method to the type of the answer. */
export function Operation<T = unknown>(
  options: Success<T> & {
    readonly summary: string;
    readonly description?: string;
    readonly query?: Record<string, QueryParameter>;
    readonly paged?: boolean;
  },
): OperationDecorator<T> {
  const parameters = { ...options.query, ...(options.paged && pageParameters) };
  return applyDecorators(
    ApiOperation({ summary: options.summary, ...(options.description && { description: options.description }) }),
    KnownQuery(Object.keys(parameters)),
    ApiResponse({ status: 200, ...successResponse(options) } as ApiResponseOptions),
    ...Object.entries(parameters).map(([name, { description, required = false, enum: values, ...schema }]) =>
      ApiQuery({ name, required, description, schema: { ...schema, ...(values && { enum: [...values] }) } }),
    ),
  );
}
