import { type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { DomainError, type FieldError } from '@mailroom/errors';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';

/**
 * Checks a body against its DTO: no conversion, unknown fields refused by name, null the same as absent. Operations
 * whose body is optional get an empty DTO.
 */
export class BodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || metatype === undefined || metatype === Object) return value;
    const body = value ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw new DomainError('invalid_request', 'The body must be a JSON object.');
    }
    const dto: unknown = plainToInstance(metatype, withoutNulls(body));
    const errors = await validate(Object(dto) as object, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
    });
    if (errors.length === 0) return dto;
    const fields = errors.flatMap((error) => fieldErrors(error));
    const [first] = fields;
    throw new DomainError('invalid_request', `The field "${first?.field}" ${first?.message}.`, { fields });
  }
}

function withoutNulls(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = parent + error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? 'is not a field of this operation' : withoutName(message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

/** class-validator begins its messages with the property; ours come behind the field's name. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
