import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Resource } from './resource.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; [key: string]: unknown };
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** What a surface says of itself beside its controllers and DTOs. */
export type ApiDescription = {
  readonly title: string;
  readonly description: string;
  /** The address at which clients reach it. */
  readonly baseUrl: string;
  readonly resources: readonly Resource<unknown>[];
  /** Schemas that are no resources, such as that of a failure. */
  readonly schemas: Readonly<Record<string, object>>;
  /** `components.responses`, and those of one operation by status. */
  readonly failures: { readonly components: object; readonly responses: object };
  /** An example of each body, by the name of its operation. */
  readonly requestExamples: Readonly<Record<string, object>>;
  /** Operations whose body must not be left out, although each of its fields may be. */
  readonly needBodies: ReadonlySet<string>;
  /** Operations for which nobody needs a credential. */
  readonly publicOperations?: ReadonlySet<string>;
  /** The parameters of paths that hold an integer; the others hold text. */
  readonly isIntegerId: (name: string) => boolean;
  readonly tagOf: (path: string) => string;
};

/** The OpenAPI 3.1 document, from the controllers and DTOs that serve it. */
export function describeApi(app: INestApplication, description: ApiDescription): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(description.title)
    .setDescription(description.description)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(description.baseUrl)
    .addSecurity('bearer', { type: 'http', scheme: 'bearer' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Agent-Token' }, 'agentToken')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  const bodies = document.components?.schemas ?? {};
  for (const schema of Object.values(bodies)) describeBody(schema as Schema);
  document.security = [{ bearer: [] }, { agentToken: [] }];
  const resourceSchemas = Object.fromEntries(description.resources.map(({ name, schema }) => [name, schema]));
  document.components = {
    ...document.components,
    schemas: { ...bodies, ...description.schemas, ...resourceSchemas } as Schemas,
    responses: description.failures.components as never,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method]) describeOperation(path, item[method], bodies, description);
  }
  return document;
}

/**
 * Numbers are integers, and unknown fields are refused. Defaults are described in words: client generators treat a
 * field with a default as always present.
 */
function describeBody(schema: Schema): void {
  if (schema['default'] !== undefined) {
    const words = `${JSON.stringify(schema['default'])} where it is left out`;
    schema['description'] = [schema['description'], words].filter(Boolean).join('; ');
    delete schema['default'];
  }
  if (schema.type === 'number') schema.type = 'integer';
  if (schema.items) describeBody(schema.items);
  if (!schema.properties) return;
  schema['additionalProperties'] = false;
  for (const property of Object.values(schema.properties)) describeBody(property);
}

function describeOperation(
  path: string,
  operation: Operation,
  bodies: Record<string, unknown>,
  { requestExamples, needBodies, publicOperations, isIntegerId, tagOf, failures }: ApiDescription,
): void {
  const id = operation.operationId ?? '';
  operation.tags = [tagOf(path)];
  if (publicOperations?.has(id)) operation.security = [];
  for (const parameter of operation.parameters ?? []) {
    if ('in' in parameter && parameter.in === 'path' && isIntegerId(parameter.name)) {
      parameter.schema = { type: 'integer', minimum: 1 };
    }
  }
  if (operation.requestBody && 'content' in operation.requestBody) {
    const content = operation.requestBody.content['application/json'];
    const name = content?.schema && '$ref' in content.schema ? content.schema.$ref.split('/').pop() : undefined;
    const required = name === undefined ? undefined : (bodies[name] as { required?: string[] }).required;
    operation.requestBody.required = (required?.length ?? 0) > 0 || needBodies.has(id);
    if (content && id in requestExamples) content.example = requestExamples[id];
  }
  operation.responses = { ...operation.responses, ...failures.responses } as Operation['responses'];
}
