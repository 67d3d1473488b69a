import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { resources } from '../src/index.js';

/** The same schema, in which an object has no properties but those that are named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const schemas = Object.fromEntries(resources.map(({ name, schema }) => [name, closed(schema)]));
ajv.addSchema(JSON.parse(JSON.stringify({ $id: 'api', components: { schemas } })) as object);

/** What is wrong with an answer, as a client receives it, by the schema of its resource. */
export function problemsOf({ name }: { readonly name: string }, answer: object): string[] {
  const check = ajv.compile({ $ref: `api#/components/schemas/${name}` });
  if (check(JSON.parse(JSON.stringify(answer)))) return [];
  return (check.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}
