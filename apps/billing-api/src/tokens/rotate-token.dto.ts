import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

export const tokenDeliveries = ['inline', 'self_mailbox', 'both'] as const;
export type TokenDelivery = (typeof tokenDeliveries)[number];

export class RotateTokenDto {
  @ApiProperty({
    required: false,
    enum: tokenDeliveries,
    default: 'inline',
    description: 'in the answer, as a message to the mailbox itself, or both',
  })
  @IsOptional()
  @IsIn(tokenDeliveries)
  delivery?: TokenDelivery;
}
