import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';

type QueryParameter = { readonly type: 'integer' | 'string' | 'boolean'; readonly description: string };

const pageParameters: Record<string, QueryParameter> = {
  size: { type: 'integer', description: '1 to 50, default 20' },
  cursor: { type: 'integer', description: 'the nextCursor of an earlier answer' },
  timeSort: { type: 'integer', description: '0 newest first (default), 1 oldest first' },
};

export const accountParameter: Record<string, QueryParameter> = {
  accountId: { type: 'integer', description: 'mailbox id; required with a manager token' },
};

/**
 * Describes one operation. `data` names the resource in the answer: `Email`, `Email[]` for a page, `[Email]` for an
 * unpaged list, `Email?` where it may be null.
 */
export function Operation(options: {
  readonly summary: string;
  readonly data: string;
  readonly query?: Record<string, QueryParameter>;
  readonly paged?: boolean;
}): MethodDecorator {
  const parameters = { ...options.query, ...(options.paged && pageParameters) };
  return applyDecorators(
    ApiOperation({ summary: options.summary }),
    ApiResponse({ status: 200, description: options.data }),
    ...Object.entries(parameters).map(([name, { type, description }]) =>
      ApiQuery({ name, required: false, description, schema: { type } }),
    ),
  );
}
