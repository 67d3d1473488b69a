import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

const INT4_MAX = 2_147_483_647;
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

  @ApiProperty({ required: false, description: 'only this mailbox; a manager without it gets all of the tenant' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  accountId?: number;

  @ApiProperty({ required: false, description: 'alias of accountId' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  ownerAccountId?: number;

  @ApiProperty({ required: false, enum: events, isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1)
  @IsIn(events, { each: true })
  events?: string[];
}
