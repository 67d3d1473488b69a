import type { RequestIdName } from './plain-error.js';

const string = { type: 'string' };

/** What a failure looks like on a surface with plain bodies, with the details that only this surface has. */
export function plainErrorSchema(name: RequestIdName, codes: readonly string[], details: object): object {
  return {
    type: 'object',
    required: ['error', 'message', name],
    properties: {
      error: { type: 'string', enum: codes },
      message: string,
      [name]: string,
      fix: { type: 'string', description: 'what to do about it' },
      errors: {
        type: 'array',
        items: { type: 'object', required: ['field', 'message'], properties: { field: string, message: string } },
      },
      ...details,
    },
  };
}
