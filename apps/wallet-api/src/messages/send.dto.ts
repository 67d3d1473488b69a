import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, MaxLength, Min, ValidateBy } from 'class-validator';

/** A message of this surface has no files, so it is text in JSON. */
export const SEND_BYTES = 2 * 1024 * 1024;
const MAX_RECIPIENTS = 100;
const MAX_ADDRESS = 1_000;
const MAX_TEXT = 1_000_000;

const isAddress = (value: unknown) => typeof value === 'string' && value.length <= MAX_ADDRESS;
const isOneOrMore = (value: unknown) =>
  isAddress(value) ||
  (Array.isArray(value) && value.length >= 1 && value.length <= MAX_RECIPIENTS && value.every(isAddress));
const AddressOrAddresses = () =>
  ValidateBy({
    name: 'addressOrAddresses',
    validator: { validate: isOneOrMore, defaultMessage: () => '$property must be an address, or 1 to 100 of them' },
  });

export class SendLeasedMessageDto {
  @ApiProperty({ required: false, minimum: 1, description: 'a token of one mailbox may leave it out' })
  @IsOptional()
  @IsInt()
  @Min(1)
  mailbox_id?: number;

  @ApiProperty({
    description: 'each is a@b, or Name <a@b>',
    oneOf: [
      { type: 'string', maxLength: MAX_ADDRESS },
      { type: 'array', items: { type: 'string', maxLength: MAX_ADDRESS }, minItems: 1, maxItems: MAX_RECIPIENTS },
    ],
  })
  @AddressOrAddresses()
  to!: string | string[];

  @ApiProperty({ maxLength: 998 })
  @IsString()
  @MaxLength(998)
  subject!: string;

  @ApiProperty({ required: false, maxLength: MAX_TEXT, description: 'text or html is required' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  text?: string;

  @ApiProperty({ required: false, maxLength: MAX_TEXT })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  html?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'the webmail_password of the mailbox' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  mailbox_password?: string;

  @ApiProperty({ required: false, maxLength: 128, description: 'the header Idempotency-Key means the same' })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  idempotency_key?: string;
}
