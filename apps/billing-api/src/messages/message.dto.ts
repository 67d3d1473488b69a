import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBase64,
  IsBoolean,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';

/** The body of an operation that takes a message: 25 MiB, in base64 and JSON. */
export const MESSAGE_BYTES = 36 * 1024 * 1024;
const MAX_RECIPIENTS = 100;
const MAX_ATTACHMENTS = 10;
const addresses = { isArray: true, type: String, maxItems: MAX_RECIPIENTS } as const;

export class MessageAttachmentDto {
  @ApiProperty({ maxLength: 255 })
  @IsString()
  @MaxLength(255)
  filename: string;

  @ApiProperty({ required: false, maxLength: 127 })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  contentType?: string;

  @ApiProperty({ description: 'base64' })
  @IsBase64()
  content: string;
}

/** What sends and replies have in common. */
class MessageDto {
  @ApiProperty({ ...addresses, required: false })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  cc?: string[];

  @ApiProperty({ ...addresses, required: false })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  bcc?: string[];

  @ApiProperty({ required: false, description: 'text or html is required' })
  @IsOptional()
  @IsString()
  text?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  html?: string;

  @ApiProperty({ required: false, isArray: true, type: MessageAttachmentDto, maxItems: MAX_ATTACHMENTS })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_ATTACHMENTS)
  @ValidateNested({ each: true })
  @Type(() => MessageAttachmentDto)
  attachments?: MessageAttachmentDto[];

  @ApiProperty({ required: false, maxLength: 128, description: 'the header Idempotency-Key means the same' })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  idempotencyKey?: string;
}

export class SendMessageDto extends MessageDto {
  @ApiProperty({ ...addresses, minItems: 1, description: 'each is a@b, or Name <a@b>' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  to: string[];

  @ApiProperty({ maxLength: 998 })
  @IsString()
  @MaxLength(998)
  subject: string;
}

export class ReplyMessageDto extends MessageDto {
  @ApiProperty({ ...addresses, required: false, minItems: 1, description: 'the sender of the message, if left out' })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsString({ each: true })
  to?: string[];

  @ApiProperty({ required: false, maxLength: 998, description: 'that of the message after Re:, if left out' })
  @IsOptional()
  @IsString()
  @MaxLength(998)
  subject?: string;

  @ApiProperty({ required: false, description: 'also to whom else the message went' })
  @IsOptional()
  @IsBoolean()
  replyAll?: boolean;
}
