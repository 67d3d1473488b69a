import { ApiProperty } from '@nestjs/swagger';
import { billingStates, outboundLevels, type BillingState, type OutboundLevel } from '@mailroom/identity';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { ReasonDto, SeenDto } from '../reason.dto.js';

const MAX_CREDITS = 1_000_000_000;

export class ChangeStandingDto extends SeenDto {
  @ApiProperty({
    required: false,
    enum: outboundLevels,
    description: 'a suspension stays, until the tenant is restored',
  })
  @IsOptional()
  @IsIn(outboundLevels)
  sendPolicy?: OutboundLevel;

  @ApiProperty({ required: false, enum: billingStates })
  @IsOptional()
  @IsIn(billingStates)
  billingState?: BillingState;
}

export class ChangeCreditsDto extends ReasonDto {
  @ApiProperty({ minimum: 1, maximum: MAX_CREDITS })
  @IsInt()
  @Min(1)
  @Max(MAX_CREDITS)
  credits!: number;

  @ApiProperty({ format: 'uuid', description: 'names this change: sent again, it is made once' })
  @IsUUID()
  changeId!: string;
}
