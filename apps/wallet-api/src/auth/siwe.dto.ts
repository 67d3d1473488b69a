import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

export class ChallengeDto {
  @ApiProperty({
    maxLength: 42,
    description: 'the address of the wallet, in lower case, upper case or with its checksum (EIP-55)',
  })
  @IsString()
  @MaxLength(42)
  wallet_address: string;
}

export class VerifyDto {
  @ApiProperty({ maxLength: 4_096, description: 'the message of the challenge, byte for byte' })
  @IsString()
  @MaxLength(4_096)
  message: string;

  @ApiProperty({
    maxLength: 32_768,
    pattern: '^0x([0-9a-fA-F]{2})*$',
    description: 'what the wallet made of it with personal_sign (EIP-191); of a contract wallet: ERC-1271 or ERC-6492',
  })
  @IsString()
  @MaxLength(32_768)
  @Matches(/^0x(?:[0-9a-fA-F]{2})*$/, { message: 'must be hexadecimal, with 0x in front' })
  signature: string;
}
