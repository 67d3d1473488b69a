import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min } from 'class-validator';

/** The field of a body that lists emails: 1 to 100 ids; a repeated id counts once. */
export function EmailIds(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [Number], minItems: 1, maxItems: 100 }),
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(100),
    IsInt({ each: true }),
    Min(1, { each: true }),
    Max(Number.MAX_SAFE_INTEGER, { each: true }),
  );
}
