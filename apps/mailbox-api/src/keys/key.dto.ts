import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { mailKeyKinds, type MailKeyKind } from '@mailroom/mail';
import { MAX_KEY_CHARACTERS } from '@mailroom/openpgp';
import { AccountId } from '../mailboxes/account-id.field.js';

export class RegisterKeyDto {
  @AccountId()
  accountId?: number;

  @ApiProperty({
    enum: mailKeyKinds,
    description: 'owner: of who reads the mailbox; agent: of the token that sends it',
  })
  @IsIn(mailKeyKinds)
  kind: MailKeyKind;

  @ApiProperty({ maxLength: MAX_KEY_CHARACTERS, description: 'armored; an owner key names the address of the mailbox' })
  @IsString()
  @MaxLength(MAX_KEY_CHARACTERS)
  publicKey: string;

  @ApiProperty({
    required: false,
    maxLength: MAX_KEY_CHARACTERS,
    description: 'armored, each part locked by a passphrase; only of an owner key',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_KEY_CHARACTERS)
  lockedPrivateKey?: string;
}
