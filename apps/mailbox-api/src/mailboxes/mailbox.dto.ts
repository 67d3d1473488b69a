import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { Scope } from '@mailroom/identity';

const scopes = ['read', 'send'];
const INT4_MAX = 2_147_483_647;

export class CreateTokenDto {
  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @ApiProperty({ required: false, enum: scopes, isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @IsIn(scopes, { each: true })
  scopes?: Scope[];

  @ApiProperty({ required: false, description: 'ISO 8601, in the future' })
  @IsOptional()
  @IsISO8601({ strict: true })
  expiresAt?: string;
}

export class CreateMailboxDto {
  @ApiProperty({ format: 'email', example: 'support@mailroom.test' })
  @IsString()
  @MaxLength(320)
  email: string;

  @ApiProperty({ required: false, description: 'a mailbox whose user becomes the owner' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  ownerAccountId?: number;

  @ApiProperty({ required: false, description: 'alias of ownerAccountId' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  accountId?: number;

  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @ApiProperty({ required: false, description: "takes its domain's unknown addresses" })
  @IsOptional()
  @IsBoolean()
  allReceive?: boolean;

  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  tokenName?: string;

  @ApiProperty({ required: false, enum: scopes, isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @IsIn(scopes, { each: true })
  scopes?: Scope[];

  @ApiProperty({ required: false, description: 'ISO 8601, in the future' })
  @IsOptional()
  @IsISO8601({ strict: true })
  expiresAt?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  turnstileToken?: string;

  @ApiProperty({ required: false, description: 'alias of turnstileToken' })
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  token?: string;
}
