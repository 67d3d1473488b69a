import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { IsInstant } from '@mailroom/http';
import { AccountId } from '../mailboxes/account-id.field.js';

const findings = ['code', 'link', 'attachment'] as const;

export class EmailWaitDto {
  @AccountId()
  accountId?: number;

  @ApiProperty({ required: false, minimum: 0, description: 'mail of a higher id that is there already counts' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  afterEmailId?: number;

  @ApiProperty({ required: false, format: 'date-time', description: 'mail from then on that is there already counts' })
  @IsOptional()
  @IsInstant()
  since?: string;

  @ApiProperty({ required: false, maxLength: 200, description: "part of the sender's name or address" })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  from?: string;

  @ApiProperty({ required: false, maxLength: 200, description: "part of a recipient's name or address" })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  to?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'part of the subject' })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  subject?: string;

  @ApiProperty({ required: false, enum: findings })
  @IsOptional()
  @IsIn(findings)
  has?: (typeof findings)[number];

  @ApiProperty({ required: false, minimum: 0, maximum: 60, default: 30 })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(60)
  timeoutSeconds?: number;
}
