import { errorTypes } from './error-responses.js';

const string = { type: 'string' };

/** What every answer is wrapped in. */
export const envelopeSchemas = {
  Envelope: {
    type: 'object',
    required: ['ok', 'code', 'message', 'requestId', 'data'],
    properties: {
      ok: { type: 'boolean' },
      code: { type: 'integer' },
      message: string,
      requestId: string,
      data: {},
      meta: { type: 'object' },
    },
  },
  ErrorEnvelope: {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            required: ['type'],
            properties: {
              type: { type: 'string', enum: errorTypes },
              fix: string,
              errors: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['field', 'message'],
                  properties: { field: string, message: string },
                },
              },
              stack: string,
            },
          },
        },
      },
    ],
  },
};
