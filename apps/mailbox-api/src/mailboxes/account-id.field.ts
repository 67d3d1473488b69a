import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const INT4_MAX = 2_147_483_647;

/** An optional field of a body that names a mailbox. */
export function AccountId(description = 'required with a manager token'): PropertyDecorator {
  return applyDecorators(ApiProperty({ required: false, description }), IsOptional(), IsInt(), Min(1), Max(INT4_MAX));
}
