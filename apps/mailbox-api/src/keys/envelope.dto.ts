import { ApiProperty } from '@nestjs/swagger';
import { IsBase64, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';

const INT4_MAX = 2_147_483_647;
/** A packet of 2 KiB in base64. */
const MAX_PACKET_CHARACTERS = 2_732;

export class AddEnvelopeDto {
  @ApiProperty({ description: 'the agent key that it is for' })
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  keyId: number;

  @ApiProperty({
    maxLength: MAX_PACKET_CHARACTERS,
    description: 'one public-key encrypted session key packet (RFC 9580 §5.1) of version 3 or 6, in base64',
  })
  @IsString()
  @MaxLength(MAX_PACKET_CHARACTERS)
  @IsBase64()
  packet: string;
}
