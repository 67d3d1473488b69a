/** One operation of the API, as its OpenAPI document has it. */
export type DescribedOperation = { readonly method: string; readonly path: string; readonly summary: string };

type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
};

/** The operations of an OpenAPI document, in its order. */
export function operationsOf(document: object): DescribedOperation[] {
  return Object.entries((document as OpenApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '' }]) => ({ method: method.toUpperCase(), path, summary })),
  );
}
