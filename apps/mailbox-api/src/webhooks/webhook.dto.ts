import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { AccountId } from '../mailboxes/account-id.field.js';

const events = ['email.received'];

export class CreateWebhookDto {
  @ApiProperty({ format: 'uri', maxLength: 2048 })
  @IsString()
  @MaxLength(2048)
  url: string;

  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @AccountId('only this mailbox; a manager without it gets all of the tenant')
  accountId?: number;

  @AccountId('alias of accountId')
  ownerAccountId?: number;

  @ApiProperty({ required: false, enum: events, isArray: true, minItems: 1, maxItems: 1 })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1)
  @IsIn(events, { each: true })
  events?: string[];
}
