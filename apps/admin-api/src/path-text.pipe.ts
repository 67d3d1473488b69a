import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';

/** Answers for ids of paths that no row can have: a NUL has no place in the texts of the database. */
export class PathTextPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type === 'param' && typeof value === 'string' && value.includes('\0'))
      throw new DomainError('not_found', 'There is nothing of that id.');
    return value;
  }
}
