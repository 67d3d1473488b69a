import type { INestApplication } from '@nestjs/common';
import { resources } from '@mailroom/agent-view';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { envelopeSchemas } from './envelope-schemas.js';
import { errorComponents, errorResponses } from './error-responses.js';
import { requestExamples } from './request-examples.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; [key: string]: unknown };
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

const resourceSchemas = Object.fromEntries(resources.map(({ name, schema }) => [name, schema]));

/** All fields of these operations' bodies are optional, but not all at once. */
const needBodies = new Set(['sendEmail', 'storeBody', 'renewTask', 'updateMailbox']);

const description = `Mailboxes for AI agents: mail that arrives becomes a task that exactly one agent holds under a lease.

Every answer is an envelope \`{ ok, code, message, requestId, data }\`; a failure adds \`error\` with its \`type\`, what to
do about it in \`fix\`, and the fields at fault in \`errors\`. A manager token names the mailbox with \`accountId\`.`;

/** The OpenAPI 3.1 document, from the controllers and DTOs that serve it. */
export function describeApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Mailroom agent mailbox API')
    .setDescription(description)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(baseUrl)
    .addSecurity('bearer', { type: 'http', scheme: 'bearer' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Agent-Token' }, 'agentToken')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  const bodies = document.components?.schemas ?? {};
  for (const schema of Object.values(bodies)) describeBody(schema as Schema);
  document.security = [{ bearer: [] }, { agentToken: [] }];
  document.components = {
    ...document.components,
    schemas: { ...bodies, ...envelopeSchemas, ...resourceSchemas } as Schemas,
    responses: errorComponents as never,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method]) describeOperation(path, item[method], bodies);
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

function describeOperation(path: string, operation: Operation, bodies: Record<string, unknown>): void {
  const id = operation.operationId ?? '';
  operation.tags = [tagOf(path)];
  for (const parameter of operation.parameters ?? []) {
    if (
      'in' in parameter &&
      parameter.in === 'path' &&
      parameter.name.endsWith('Id') &&
      parameter.name !== 'threadId'
    ) {
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
  operation.responses = { ...operation.responses, ...errorResponses } as Operation['responses'];
}

function tagOf(path: string): string {
  const [first = ''] = path.replace('/api/agent/v1/', '').split('/');
  const groups: Record<string, string> = {
    me: 'identity',
    read: 'emails',
    send: 'sending',
    reply: 'sending',
    'body-refs': 'sending',
  };
  return groups[first] ?? first;
}
