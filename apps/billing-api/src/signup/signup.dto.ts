import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Every field is optional. */
export class SignupDto {
  @ApiProperty({
    required: false,
    minLength: 3,
    maxLength: 40,
    description: 'the part of the address before the @; a readable one is made where it is left out',
  })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  mailboxAlias?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'the name beside the address in mail that it sends' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  agentName?: string;

  @ApiProperty({ required: false, maxLength: 254, format: 'email', description: 'where its operator can be reached' })
  @IsOptional()
  @IsString()
  @MaxLength(254)
  operatorEmail?: string;

  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  productName?: string;

  @ApiProperty({ required: false, maxLength: 2_000 })
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  useCase?: string;

  @ApiProperty({ required: false, maxLength: 4_096, description: 'needed where the installation has a challenge' })
  @IsOptional()
  @IsString()
  @MaxLength(4_096)
  turnstileToken?: string;
}
