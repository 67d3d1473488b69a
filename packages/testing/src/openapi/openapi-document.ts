import { readFileSync } from 'node:fs';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { lintRules } from './lint-rules.js';

type Content = Record<string, { schema: object; example?: object }>;

export type DescribedOperation = {
  /** Method and path, without the prefix that all paths of the document share. */
  readonly name: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

type Described = {
  readonly paths: Record<string, Record<string, Omit<DescribedOperation, 'name' | 'path'>>>;
  readonly components: {
    readonly schemas: Record<string, { readonly properties?: Record<string, object> }>;
    readonly responses?: Record<string, { readonly content?: Content }>;
  };
};

/** The OpenAPI document of a surface, and what every such document must fulfil. */
export class OpenApiDocument {
  readonly operations: readonly DescribedOperation[];
  readonly schemas: Described['components']['schemas'];
  readonly #failures: readonly { readonly content?: Content }[];
  readonly #checks = new Map<object, ValidateFunction>();

  private constructor(
    readonly source: string,
    private readonly ajv: Ajv2020,
    prefix: string,
  ) {
    const { paths, components } = JSON.parse(source) as Described;
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${path.replace(prefix, '')}`,
        path,
        parameters: operation.parameters ?? [],
      })),
    );
    this.schemas = components.schemas;
    this.#failures = Object.values(components.responses ?? {});
    ajv.addSchema({ $id: 'api', components });
  }

  /** Reads the document of a file. The validator is loaded only here, because most test files need none. */
  static async read(url: URL, prefix = ''): Promise<OpenApiDocument> {
    const [{ Ajv2020 }, { default: addFormats }] = await Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-formats'),
    ]);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    return new OpenApiDocument(readFileSync(url, 'utf8'), ajv, prefix);
  }

  /** What is wrong with a value by a schema of the document. */
  problems(schema: object, value: unknown): string[] {
    const local = () => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object;
    const check = this.#checks.get(schema) ?? this.ajv.compile(local());
    this.#checks.set(schema, check);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** What the linter finds: it must be OpenAPI 3.1, with names that are unique and references that lead somewhere. */
  async lint(): Promise<string[]> {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const found = await lintFromString({ source: this.source, config: await createConfig({ rules: lintRules }) });
    return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  }

  /** Which of the operations, such as `GET /me, POST /send`, the document lacks. */
  missing(specified: string): string[] {
    const names = this.operations.map(({ name }) => name);
    const wanted = specified.split(',').map((text) => text.trim());
    return wanted.filter((name) => !names.includes(name));
  }

  /**
   * What an operation lacks: an id that makes the name of a method, its parameters, examples of its body and its answer
   * that fit, and the failures that every operation of the surface describes.
   */
  problemsOf(
    { operationId, path, parameters, requestBody, responses }: DescribedOperation,
    failures: readonly number[],
  ): string[] {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const [success = '', ...others] = Object.keys(responses);
    return [
      ...(/^[a-z]+([A-Z][a-z]+)+$/.test(operationId) ? [] : [`${operationId} makes no name of a method`]),
      ...(described.join() === inPath.join() ? [] : [`describes ${described.join()} and needs ${inPath.join()}`]),
      ...(requestBody && !requestBody.content['application/json'] ? ['has a body without JSON'] : []),
      ...this.#problemsOfExample('body', requestBody?.content),
      ...(success === '204' || (/^20[012]$/.test(success) && responses[success]?.content)
        ? []
        : ['describes no answer']),
      ...this.#problemsOfExample('answer', responses[success]?.content),
      ...(others.join() === failures.join() ? [] : [`describes the failures ${others.join()}`]),
    ];
  }

  /** What is wrong with the examples of failures. */
  problemsOfFailures(): string[] {
    return this.#failures.flatMap(({ content }) =>
      content ? this.#problemsOfExample('failure', content) : ['a failure has no content'],
    );
  }

  /** The lists in bodies of which the document doesn't say how long they may be. */
  unboundedLists(): string[] {
    const unbounded: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (Reflect.get(value, 'type') === 'array' && !('maxItems' in value)) unbounded.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
    };
    for (const [name, schema] of Object.entries(this.schemas)) if (name.endsWith('Dto')) look(schema, name);
    return unbounded;
  }

  /** The ids of the operations whose body must be there, or may be left out. */
  withBody({ required }: { readonly required: boolean }): string[] {
    const bodies = this.operations.filter(({ requestBody }) => requestBody?.required === required);
    return bodies.map(({ operationId }) => operationId).sort();
  }

  #problemsOfExample(what: string, content: Content | undefined): string[] {
    const json = content?.['application/json'];
    if (!json) return [];
    if (json.example === undefined) return [`${what} has no example`];
    return this.problems(json.schema, json.example).map((problem) => `${what}: ${problem}`);
  }
}
