import { OpenApiDocument } from '@mailroom/testing';

export type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly schema: object };
export type DocumentedOperation = {
  readonly id: string;
  readonly method: string;
  /** The path without the prefix, such as `/emails/{emailId}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: { readonly $ref: string }; readonly example: Record<string, unknown> } | undefined;
  /** Null if the answer is bytes. */
  readonly answer: object | null;
};

const document = await OpenApiDocument.read(
  new URL('../../mailbox-api/openapi.json', import.meta.url),
  '/api/agent/v1',
);

export const operations: readonly DocumentedOperation[] = document.operations.map(
  ({ name, operationId, parameters, requestBody, responses }) => {
    const [method = '', path = ''] = name.split(' ');
    return {
      id: operationId,
      method,
      path,
      parameters: parameters as readonly Parameter[],
      body: requestBody?.content['application/json'] as DocumentedOperation['body'],
      answer: responses['200']?.content?.['application/json']?.schema ?? null,
    };
  },
);

/** What is wrong with a value according to a schema of the document; an empty list if nothing is. */
export function problems(schema: object, value: unknown): string[] {
  return document.problems(schema, value);
}

/** The fields of an operation's body with their schemas. */
export function fieldsOf({ body }: DocumentedOperation): [string, object][] {
  const name = body?.schema.$ref.split('/').pop() ?? '';
  return Object.entries(document.schemas[name]?.properties ?? {});
}

/** Any text is allowed, so that nothing is forbidden by its schema alone. */
export function isFreeText(schema: object): boolean {
  return 'type' in schema && schema.type === 'string' && !('enum' in schema);
}
