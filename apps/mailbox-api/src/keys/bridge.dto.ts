import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { AccountId } from '../mailboxes/account-id.field.js';

const INT4_MAX = 2_147_483_647;

export class RegisterBridgeDto {
  @AccountId()
  accountId?: number;

  @ApiProperty({ required: false, description: 'an agent key of the token that calls; or its publicKeyFingerprint' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(INT4_MAX)
  keyId?: number;

  @ApiProperty({ required: false, description: 'of that key instead of its id; hexadecimal digits' })
  @IsOptional()
  @IsString()
  @Matches(/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, { message: '$property must be 40 or 64 hexadecimal digits' })
  publicKeyFingerprint?: string;
}
