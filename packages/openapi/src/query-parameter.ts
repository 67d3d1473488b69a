import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

export type QueryParameter = {
  readonly type: 'integer' | 'string' | 'boolean';
  readonly description: string;
  readonly required?: boolean;
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
};

/** Describes the parameters of an operation's query. */
export function QueryParameters(parameters: Readonly<Record<string, QueryParameter>>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(parameters).map(([name, { description, required = false, enum: values, ...schema }]) =>
      ApiQuery({ name, required, description, schema: { ...schema, ...(values && { enum: [...values] }) } }),
    ),
  );
}
