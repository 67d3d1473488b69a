// Schemas are built from these parts.
export const string = { type: 'string' };
export const integer = { type: 'integer' };
export const boolean = { type: 'boolean' };
export const nullable = (type: string) => ({ type: [type, 'null'] });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: object) => ({ type: 'array', items });
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

export const address = object({ email: string, name: string });
export const taskStatus = { type: 'string', enum: ['new', 'processing', 'handled', 'needs_human', 'ignored'] };
