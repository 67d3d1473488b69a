import { applyDecorators } from '@nestjs/common';
import { QueryParameters, type OperationDecorator, type QueryParameter } from '@mailroom/openapi';
import { ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { KnownQuery } from '../envelope/known-query.js';
import { successResponse, type Success } from './success-response.js';

const pageParameters: Record<string, QueryParameter> = {
  size: { type: 'integer', description: 'items in the answer', minimum: 1, maximum: 50, default: 20 },
  cursor: { type: 'integer', description: 'the nextCursor of an earlier answer', minimum: 0 },
  timeSort: { type: 'integer', description: '0 newest first, 1 oldest first', enum: [0, 1], default: 0 },
};

export const accountParameter: Record<string, QueryParameter> = {
  accountId: { type: 'integer', description: 'mailbox id; required with a manager token', minimum: 1 },
};

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
    QueryParameters(parameters),
  );
}
