import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

export class PinKeyDto {
  @ApiProperty({ maxLength: 320 })
  @IsString()
  @MaxLength(320)
  address: string;

  @ApiProperty({
    pattern: '^[0-9a-fA-F]{40}([0-9a-fA-F]{24})?$',
    description: 'of a key that was found for the address',
  })
  @Matches(/^[0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?$/, { message: '$property must be 40 or 64 hexadecimal digits' })
  fingerprint: string;
}
