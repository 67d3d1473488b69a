import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export class MailboxSignInDto {
  @ApiProperty({ maxLength: 320, description: 'the address of the mailbox (webmail_login)' })
  @IsString()
  @MaxLength(320)
  address: string;

  @ApiProperty({ maxLength: 128, description: 'its password (webmail_password)' })
  @IsString()
  @MaxLength(128)
  mailbox_password: string;
}
