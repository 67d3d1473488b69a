import { EXAMPLE_REQUEST_ID, requestIdHeader, type Answer } from '@mailroom/openapi';

/** What an operation answers: a value in an envelope, or bytes of this content type without one. */
export type Success<T> = { readonly answer: Answer<T> } | { readonly contentType: string };

/** The response of status 200. */
export function successResponse(success: Success<unknown>) {
  return 'answer' in success ? enveloped(success.answer) : bytes(success.contentType);
}

function bytes(contentType: string) {
  return {
    description: 'The bytes, without an envelope',
    content: { [contentType]: { schema: { type: 'string' } } },
  };
}

function enveloped({ schema: data, example }: Answer<unknown>) {
  const properties = {
    ok: { type: 'boolean', const: true },
    code: { type: 'integer' },
    message: { type: 'string' },
    requestId: { type: 'string' },
    data,
  };
  const schema = { type: 'object', required: Object.keys(properties), properties: { ...properties, meta } };
  const shown = { ok: true, code: 200, message: 'success', requestId: EXAMPLE_REQUEST_ID, data: example };
  return {
    description: 'Success',
    headers: requestIdHeader,
    content: { 'application/json': { schema, example: shown } },
  };
}

const meta = {
  type: 'object',
  properties: {
    ignored: {
      type: 'array',
      items: { type: 'string' },
      description: 'parameters of the query that the operation does not know',
    },
  },
};
