import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

export class TopUpDto {
  @ApiProperty({
    required: false,
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'one of pricing.topUpCredits; the first of them if it is left out',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  credits?: number;
}

export class ConfirmPaymentDto {
  @ApiProperty({ pattern: '^rcp_[0-9a-f]{32}$', description: 'of the 402 that did not settle' })
  @IsString()
  @Matches(/^rcp_[0-9a-f]{32}$/, { message: '$property must be a receiptId: rcp_ and 32 hexadecimal digits' })
  receiptId!: string;
}
