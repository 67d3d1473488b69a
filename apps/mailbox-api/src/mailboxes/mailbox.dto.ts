import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsInstant } from '@mailroom/http';
import type { Scope } from '@mailroom/identity';
import { mailboxEncryptions, type MailboxEncryption } from '@mailroom/mail';
import { AccountId } from './account-id.field.js';

const scopes = ['read', 'send'];

export class CreateTokenDto {
  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @ApiProperty({ required: false, enum: scopes, isArray: true, minItems: 1, maxItems: 2 })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @IsIn(scopes, { each: true })
  scopes?: Scope[];

  @ApiProperty({ required: false, format: 'date-time', description: 'in the future' })
  @IsOptional()
  @IsInstant()
  expiresAt?: string;
}

export class CreateMailboxDto {
  @ApiProperty({ format: 'email', example: 'support@mailroom.test' })
  @IsString()
  @MaxLength(320)
  email: string;

  @AccountId('a mailbox whose user becomes the owner')
  ownerAccountId?: number;

  @AccountId('alias of ownerAccountId')
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

  @ApiProperty({ required: false, enum: scopes, isArray: true, minItems: 1, maxItems: 2 })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @IsIn(scopes, { each: true })
  scopes?: Scope[];

  @ApiProperty({ required: false, format: 'date-time', description: 'in the future' })
  @IsOptional()
  @IsInstant()
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

export class UpdateMailboxDto {
  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @ApiProperty({ required: false, description: "takes its domain's unknown addresses; only on a domain of the tenant" })
  @IsOptional()
  @IsBoolean()
  allReceive?: boolean;

  @ApiProperty({ required: false, enum: [0, 1], description: '0 active; 1 disabled: takes and sends nothing' })
  @IsOptional()
  @IsIn([0, 1])
  status?: 0 | 1;

  @ApiProperty({
    required: false,
    enum: mailboxEncryptions,
    description: 'sealed: ordinary mail is sealed to the keys of its readers; who decides over the keys may change it',
  })
  @IsOptional()
  @IsIn(mailboxEncryptions)
  encryption?: MailboxEncryption;

  @ApiProperty({ required: false, description: 'seals before codes, links and signals are looked for; none are kept' })
  @IsOptional()
  @IsBoolean()
  sealBeforeExtraction?: boolean;
}
