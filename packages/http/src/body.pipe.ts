import { type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { DomainError, type FieldError } from '@mailroom/errors';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { outlineErrors } from './body-fields.js';

const MAX_ERRORS = 20;
const MAX_FIELD_CHARS = 100;
const typeRules = new Set(['isString', 'isInt', 'isBoolean', 'isArray', 'isObject']);

/**
 * Checks a body against its DTO: values are not converted, unknown fields are refused by name, and null counts as
 * absent. Operations whose body is optional get an empty DTO.
 */
export class BodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || metatype === undefined || metatype === Object) return value;
    const body = value ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw new DomainError('invalid_request', 'The body must be a JSON object.');
    }
    const given = withoutNulls(body);
    // This comes first: checking each item of a list that is far too long would be wasted work.
    refuseWith(outlineErrors(metatype, given));
    const dto: unknown = plainToInstance(metatype, given);
    const errors = await validate(Object(dto) as object, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
    });
    refuseWith(errors.flatMap((error) => fieldErrors(error)));
    return dto;
  }
}

/** @throws invalid_request if there are errors; it lists no more of them than anyone would read */
function refuseWith(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const fields = errors.slice(0, MAX_ERRORS).map(({ field, message }) => ({ field: shortened(field), message }));
  const [first] = fields;
  throw new DomainError('invalid_request', `The field "${first?.field}" ${first?.message}.`, { fields });
}

/** The caller chose the name of an unknown field, so it may be long. */
function shortened(field: string): string {
  return field.length > MAX_FIELD_CHARS ? `${field.slice(0, MAX_FIELD_CHARS).toWellFormed()}…` : field;
}

function withoutNulls(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = parent + error.property;
  const broken = Object.entries(error.constraints ?? {});
  const ofType = broken.filter(([rule]) => typeRules.has(rule));
  // The other errors of a value of the wrong type only follow from that one.
  const own = (ofType.length > 0 ? ofType : broken).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? 'is not a field of this operation' : withoutName(message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

/** class-validator begins its messages with the property; ours follow the field's name. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
