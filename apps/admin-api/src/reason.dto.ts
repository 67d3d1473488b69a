import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

const MAX_REASON = 500;

/** Every change says why. */
export class ReasonDto {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_REASON,
    pattern: '\\S',
    description: 'why; it stands in the audit trail',
  })
  @IsString()
  @Length(1, MAX_REASON)
  @Matches(/\S/, { message: 'must say something' })
  reason!: string;
}

/** A change of what the operator has seen. */
export class SeenDto extends ReasonDto {
  @ApiProperty({
    required: false,
    maxLength: 100,
    description: 'the version that you saw; if it is another one by now, the answer is 409',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  expectedVersion?: string;
}
