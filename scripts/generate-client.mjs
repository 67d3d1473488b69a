// Generates packages/client/src/api from the API's description: the types, and a method for each operation. Without
// `--write` it says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { fail, root } from './prepare.mjs';

const PREFIX = '/api/agent/v1';
const folder = join(root, 'packages/client/src/api');
const document = JSON.parse(readFileSync(join(root, 'apps/mailbox-api/openapi.json'), 'utf8'));

/** The client follows this one by hand, because its answer does not end. */
const byHand = new Set(['streamEvents']);

function methodOf(path, method, operation) {
  const { operationId: id, summary, parameters = [], requestBody, responses } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const isBinary = !('application/json' in responses['200'].content);
  const needed = (required) => (required ? '' : ' = {}');
  const args = [
    ...inPath.map(({ name, schema }) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`),
    ...(requestBody ? [`body: Body<'${id}'>${needed(requestBody.required)}`] : []),
    ...(inQuery.length > 0 ? [`query: Query<'${id}'>${needed(inQuery.some(({ required }) => required))}`] : []),
    'options: CallOptions = {}',
  ];
  const url = path.replace(PREFIX, '').replace(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`);
  const given = [...(inQuery.length > 0 ? ['query'] : []), ...(requestBody ? ['body'] : []), 'options'].join(', ');
  const call = isBinary ? 'this.bytes' : `this.data<Data<'${id}'>>`;
  const answer = isBinary ? 'Uint8Array' : `Data<'${id}'>`;
  return `  /** ${summary}. */
  async ${id}(${args.join(', ')}): Promise<${answer}> {
    return ${call}('${method.toUpperCase()}', \`${url}\`, { ${given} });
  }
`;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [path, method, operation]),
);

/** Leaves out failures, which share one error class, and the headers and examples of answers, which are for people. */
function typesOf(description) {
  const typed = structuredClone(description);
  delete typed.components.responses;
  for (const operation of Object.values(typed.paths).flatMap((item) => Object.values(item))) {
    const answers = Object.entries(operation.responses).filter(([status]) => status < '400');
    operation.responses = Object.fromEntries(answers);
    for (const [, response] of answers) {
      delete response.headers;
      for (const content of Object.values(response.content ?? {})) delete content.example;
    }
  }
  return typed;
}

const methods = operations
  .filter(([, , { operationId }]) => !byHand.has(operationId))
  .map(([path, method, operation]) => methodOf(path, method, operation));
const made = '// Made from apps/mailbox-api/openapi.json by scripts/generate-client.mjs: do not edit.\n';
const files = {
  'schema.ts': `${made}${astToString(await openapiTypescript(typesOf(document), { defaultNonNullable: false }))}`,
  'operations.ts': `${made}import { ApiCaller, type CallOptions } from '../api-caller.js';
import type { Body, Data, Query } from '../operation-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class Operations extends ApiCaller {
${methods.join('\n')}}
`,
};

for (const [name, source] of Object.entries(files)) {
  const path = join(folder, name);
  const text = await format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 });
  if (process.argv.includes('--write')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text)
    fail('packages/client is out of date: run "npm run verify -- --write".');
}
