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
              fix: { type: 'string', description: 'what to do about it' },
              fixIsGeneral: {
                type: 'boolean',
                description:
                  'Whether `fix` is the same for every failure of this type. It is left out where it is not.',
              },
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
