import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBase64,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { MAX_HEADER_CHARACTERS, MAX_HEADERS } from '@mailroom/sending';
import { AccountId } from '../mailboxes/account-id.field.js';
import { IsHeaders } from './headers.field.js';

/** The body of an operation that takes a message: 25 MiB, in base64 and JSON. */
export const MESSAGE_BYTES = 36 * 1024 * 1024;

const MAX_RECIPIENTS = 100;
const MAX_REPLY_TO = 10;

const headersDescription =
  'header fields of your own: X-… except what mail systems act on (such as X-Original-…, X-Forwarded-…, X-Spam-…, X-MS-…), ' +
  'X-Priority, List-Id, List-Unsubscribe, List-Unsubscribe-Post, List-Help, List-Subscribe, List-Post, List-Owner, ' +
  'List-Archive, Auto-Submitted, Precedence, Importance, Priority, Sensitivity, Feedback-ID; others are refused';

/** Where a body's text may stand; `text` wins over `plainText`, which wins over `content`. */
export class BodyTextDto {
  @AccountId()
  accountId?: number;

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
  plainText?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  html?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  content?: string;
}

export class OutgoingAttachmentDto {
  @ApiProperty({ maxLength: 255 })
  @IsString()
  @MaxLength(255)
  filename: string;

  @ApiProperty({ required: false, maxLength: 127 })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  contentType?: string;

  @ApiProperty({ required: false, description: 'base64' })
  @IsOptional()
  @IsBase64()
  content?: string;

  @ApiProperty({
    required: false,
    description: 'instead of content: an attachment that the token can read, with the scope read',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  attachmentId?: number;

  @ApiProperty({ required: false, enum: ['attachment', 'inline'] })
  @IsOptional()
  @IsIn(['attachment', 'inline'])
  disposition?: 'attachment' | 'inline';

  @ApiProperty({ required: false, maxLength: 255 })
  @IsOptional()
  @IsString()
  @MaxLength(255)
  contentId?: string;
}

export class PgpMimeDto {
  @ApiProperty({
    description:
      'an armored OpenPGP message (RFC 9580) whose plain text is a MIME entity with all that is said (RFC 3156 §4)',
  })
  @IsString()
  encrypted: string;

  @ApiProperty({
    required: false,
    maxLength: 128,
    description:
      'the same for the same words, by which a retry under an idempotency key is known; it tells nothing of them',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  meaning?: string;
}

class OutgoingDto extends BodyTextDto {
  @ApiProperty({ required: false, isArray: true, type: String, maxItems: MAX_RECIPIENTS, description: 'alias of to' })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  receiveEmail?: string[];

  @ApiProperty({ required: false, isArray: true, type: String, maxItems: MAX_RECIPIENTS })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  cc?: string[];

  @ApiProperty({ required: false, isArray: true, type: String, maxItems: MAX_RECIPIENTS })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  bcc?: string[];

  @ApiProperty({
    required: false,
    isArray: true,
    type: String,
    maxItems: MAX_REPLY_TO,
    description: 'where answers are to go instead of the mailbox; in the forms that to takes',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_REPLY_TO)
  @IsString({ each: true })
  replyTo?: string[];

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string', maxLength: MAX_HEADER_CHARACTERS },
    maxProperties: MAX_HEADERS,
    description: headersDescription,
    example: { 'List-Unsubscribe': '<https://example.org/leave/42>', 'X-Campaign': 'spring' },
  })
  @IsOptional()
  @IsHeaders()
  headers?: Record<string, string>;

  @ApiProperty({ required: false, description: 'reference from POST /body-refs' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  bodyRef?: string;

  @ApiProperty({ required: false, description: 'alias of bodyRef' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  draftRef?: string;

  @ApiProperty({ required: false, isArray: true, type: OutgoingAttachmentDto, maxItems: 10 })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => OutgoingAttachmentDto)
  attachments?: OutgoingAttachmentDto[];

  @ApiProperty({
    required: false,
    type: PgpMimeDto,
    description:
      'what the caller encrypted, instead of text, html, bodyRef and attachments; sent as multipart/encrypted',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PgpMimeDto)
  pgpMime?: PgpMimeDto;

  @ApiProperty({ required: false, maxLength: 128 })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  idempotencyKey?: string;
}

export class SendDto extends OutgoingDto {
  @ApiProperty({
    required: false,
    isArray: true,
    type: String,
    maxItems: MAX_RECIPIENTS,
    description: 'required, or its alias receiveEmail; each is a@b, or Name <a@b> with a name that its reader sees',
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  to?: string[];
}

export class ReplyDto extends SendDto {
  @ApiProperty({ description: 'the received email that is answered' })
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  emailId: number;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsBoolean()
  replyAll?: boolean;

  @ApiProperty({
    required: false,
    description: 'take the Reply-To of the original, also where it leads to another organisation than its From',
  })
  @IsOptional()
  @IsBoolean()
  useReplyTo?: boolean;

  @ApiProperty({
    required: false,
    description:
      'the task becomes handled together with the reply; this takes the scope read, like all that is done with tasks',
  })
  @IsOptional()
  @IsBoolean()
  completeTask?: boolean;

  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  owner?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'alias of owner' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  agentId?: string;

  @ApiProperty({ required: false, maxLength: 100 })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  leaseToken?: string;
}
