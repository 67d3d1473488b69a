import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
} from 'class-validator';
import { eventTypes } from './event-types.js';

export class SubscribeWebhookDto {
  @ApiProperty({
    enum: eventTypes,
    isArray: true,
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(eventTypes.length)
  @ArrayUnique()
  @IsIn(eventTypes, { each: true })
  event_types!: string[];

  @ApiProperty({ format: 'uri', maxLength: 2048 })
  @IsString()
  @MaxLength(2048)
  target_url!: string;

  @ApiProperty({
    required: false,
    maxLength: 128,
    description: 'whsec_ and 24 to 64 random bytes in base64 (Standard Webhooks); a new one is made if it is left out',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  secret?: string;

  @ApiProperty({ required: false, minimum: 1, description: 'only this mailbox; a session without it gets all' })
  @IsOptional()
  @IsInt()
  @Min(1)
  mailbox_id?: number;
}
