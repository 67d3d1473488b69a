import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, Matches } from 'class-validator';

export class SetLabelsDto {
  @ApiProperty({
    type: [String],
    maxItems: 32,
    description: 'all labels of the email: 1 to 64 characters each, no control characters, no space at either end',
  })
  @IsArray()
  @ArrayMaxSize(32)
  @Matches(/^(?=.{1,64}$)(?!\s)[^\p{Cc}\p{Zl}\p{Zp}]*(?<!\s)$/u, {
    each: true,
    message: 'each must have 1 to 64 characters, none of control, and no space at either end',
  })
  labels: string[];
}
