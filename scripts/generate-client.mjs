// Generates packages/client/src/api from the descriptions of the APIs: the types, and a method for each operation.
// Without `--write` it says whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { fail, root } from './prepare.mjs';

const client = join(root, 'packages/client/src/api');

const apis = [
  {
    document: 'apps/mailbox-api/openapi.json',
    folder: client,
    up: '..',
    prefix: '/api/agent/v1',
    name: 'Operations',
    call: 'data',
    types: { file: 'operation-types', body: 'Body', answer: 'Data', query: 'Query' },
  },
  {
    document: 'apps/admin-api/openapi.json',
    folder: join(client, 'admin'),
    up: '../..',
    prefix: '',
    name: 'AdminOperations',
    call: 'plain',
    types: { file: 'admin-types', body: 'AdminBody', answer: 'AdminAnswer', query: 'AdminQuery' },
  },
  {
    document: 'apps/billing-api/openapi.json',
    folder: join(client, 'hosted'),
    up: '../..',
    prefix: '',
    name: 'HostedOperations',
    call: 'plain',
    types: { file: 'hosted-types', body: 'HostedBody', answer: 'HostedAnswer', query: 'HostedQuery' },
  },
  {
    document: 'apps/wallet-api/openapi.json',
    folder: join(client, 'wallet'),
    up: '../..',
    prefix: '',
    name: 'WalletOperations',
    call: 'plain',
    types: { file: 'wallet-types', body: 'WalletBody', answer: 'WalletAnswer', query: 'WalletQuery' },
  },
];

/** The client follows this one by hand, because its answer does not end. */
const byHand = new Set(['streamEvents']);

function methodOf({ prefix, call: caller, types }, path, method, operation) {
  const { operationId: id, summary, parameters = [], requestBody, responses } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const success = Object.keys(responses).find((status) => status < '300');
  const { content } = responses[success];
  const isBinary = content !== undefined && !('application/json' in content);
  const needed = (required) => (required ? '' : ' = {}');
  const args = [
    ...inPath.map(({ name, schema }) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`),
    ...(requestBody ? [`body: ${types.body}<'${id}'>${needed(requestBody.required)}`] : []),
    ...(inQuery.length > 0
      ? [`query: ${types.query}<'${id}'>${needed(inQuery.some(({ required }) => required))}`]
      : []),
    'options: CallOptions = {}',
  ];
  const url = path.replace(prefix, '').replace(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`);
  const given = [...(inQuery.length > 0 ? ['query'] : []), ...(requestBody ? ['body'] : []), 'options'].join(', ');
  const head = `  /** ${summary}. */
  async ${id}(${args.join(', ')})`;
  if (content === undefined)
    return `${head}: Promise<void> {
    await this.bytes('${method.toUpperCase()}', \`${url}\`, { ${given} });
  }
`;
  const call = isBinary ? 'this.bytes' : `this.${caller}<${types.answer}<'${id}'>>`;
  const answer = isBinary ? 'Uint8Array' : `${types.answer}<'${id}'>`;
  return `${head}: Promise<${answer}> {
    return ${call}('${method.toUpperCase()}', \`${url}\`, { ${given} });
  }
`;
}

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

async function filesOf(api) {
  const document = JSON.parse(readFileSync(join(root, api.document), 'utf8'));
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => !byHand.has(operationId))
      .map(([method, operation]) => methodOf(api, path, method, operation)),
  );
  const { file, ...types } = api.types;
  const used = Object.values(types).filter((type) => methods.some((method) => method.includes(`${type}<`)));
  const made = `// Made from ${api.document} by scripts/generate-client.mjs: do not edit.\n`;
  return {
    'schema.ts': `${made}${astToString(await openapiTypescript(typesOf(document), { defaultNonNullable: false }))}`,
    'operations.ts': `${made}import { ApiCaller, type CallOptions } from '${api.up}/api-caller.js';
import type { ${used.join(', ')} } from '${api.up}/${file}.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class ${api.name} extends ApiCaller {
${methods.join('\n')}}
`,
  };
}

for (const api of apis) {
  if (process.argv.includes('--write')) mkdirSync(api.folder, { recursive: true });
  for (const [name, source] of Object.entries(await filesOf(api))) {
    const path = join(api.folder, name);
    const text = await format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 });
    if (process.argv.includes('--write')) writeFileSync(path, text);
    else if (readFileSync(path, 'utf8') !== text)
      fail('packages/client is out of date: run "npm run verify -- --write".');
  }
}
