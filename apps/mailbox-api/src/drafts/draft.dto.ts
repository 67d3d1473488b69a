import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBase64,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AccountId } from '../mailboxes/account-id.field.js';

const MAX_RECIPIENTS = 100;
const MAX_RECIPIENT_CHARACTERS = 320;
export const MAX_VERSION = 2_147_483_647;

const recipients = {
  required: false,
  type: 'array',
  items: { type: 'string', maxLength: MAX_RECIPIENT_CHARACTERS },
  maxItems: MAX_RECIPIENTS,
  description: 'as they are typed; they have to be addresses only when the draft is sent',
} as const;

/** All that is written in a draft; what is left out is empty. */
export class SaveDraftDto {
  @ApiProperty(recipients)
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  @MaxLength(MAX_RECIPIENT_CHARACTERS, { each: true })
  to?: string[];

  @ApiProperty(recipients)
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  @MaxLength(MAX_RECIPIENT_CHARACTERS, { each: true })
  cc?: string[];

  @ApiProperty(recipients)
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  @MaxLength(MAX_RECIPIENT_CHARACTERS, { each: true })
  bcc?: string[];

  @ApiProperty({ required: false, maxLength: 998 })
  @IsOptional()
  @IsString()
  @MaxLength(998)
  subject?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  text?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  html?: string;

  @ApiProperty({ required: false, description: 'the received email of the same mailbox that is answered' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  inReplyTo?: number;
}

export class CreateDraftDto extends SaveDraftDto {
  @AccountId()
  accountId?: number;
}

export class UpdateDraftDto extends SaveDraftDto {
  @ApiProperty({ required: false, description: 'what was read: 409 if somebody has saved the draft since' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  version?: number;
}

export class SendDraftDto {
  @ApiProperty({ required: false, description: 'what was read: 409 if somebody has saved the draft since' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  version?: number;
}

export class DraftAttachmentDto {
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @MaxLength(255)
  @Matches(/^[^\u0000-\u001f\u007f\u2028\u2029]+$/, { message: '$property must be one line of text' })
  filename: string;

  @ApiProperty({ required: false, maxLength: 127, description: 'application/octet-stream where it is left out' })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  @Matches(/^[\w.+-]+\/[\w.+-]+$/, { message: '$property must be of the form type/subtype' })
  contentType?: string;

  @ApiProperty({ description: 'base64' })
  @IsBase64()
  content: string;

  @ApiProperty({ required: false, enum: ['attachment', 'inline'] })
  @IsOptional()
  @IsIn(['attachment', 'inline'])
  disposition?: 'attachment' | 'inline';

  @ApiProperty({ required: false, maxLength: 255 })
  @IsOptional()
  @IsString()
  @MaxLength(255)
  @Matches(/^[\x21-\x3b\x3d\x3f-\x7e]+$/, { message: '$property must be printable ASCII without <, > or spaces' })
  contentId?: string;
}
