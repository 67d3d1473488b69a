import type { FieldError } from '@mailroom/errors';
import { getMetadataStorage } from 'class-validator';

type Dto = abstract new (...args: never[]) => unknown;
/** The fields of a DTO, with the largest number of items for those that are lists. */
type Fields = ReadonlyMap<string, number | undefined>;

const known = new WeakMap<Dto, Fields>();

/** @throws if a list has no bound; such a DTO is our own mistake */
function fieldsOf(dto: Dto): Fields {
  const cached = known.get(dto);
  if (cached) return cached;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const fields = new Map<string, number | undefined>(rules.map(({ propertyName }) => [propertyName, undefined]));
  for (const { name, propertyName, constraints } of rules) {
    if (name === 'arrayMaxSize') fields.set(propertyName, Number(constraints[0]));
  }
  const unbounded = rules.find(
    ({ name, propertyName }) => name === 'isArray' && fields.get(propertyName) === undefined,
  );
  if (unbounded) throw new Error(`The list ${dto.name}.${unbounded.propertyName} has no bound.`);
  known.set(dto, fields);
  return fields;
}

/** The errors that a body shows before its values are checked: fields that no DTO has, and lists that are too long. */
export function outlineErrors(dto: Dto, body: object): FieldError[] {
  const fields = fieldsOf(dto);
  return Object.entries(body).flatMap(([field, value]) => {
    if (!fields.has(field)) return [{ field, message: 'is not a field of this operation' }];
    const most = fields.get(field);
    if (most === undefined || !Array.isArray(value) || value.length <= most) return [];
    return [{ field, message: `must contain no more than ${most} elements` }];
  });
}
