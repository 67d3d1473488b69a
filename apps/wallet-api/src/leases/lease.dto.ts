import { ApiProperty } from '@nestjs/swagger';
import { DEFAULT_LEASE_HOURS, MAX_LEASE_HOURS } from '@mailroom/leases';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

const hours = { minimum: 1, maximum: MAX_LEASE_HOURS } as const;

export class LeaseMailboxDto {
  @ApiProperty({ required: false, maxLength: 64, description: 'that of the session, if it is sent' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  agent_id?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'what it is for, in one line' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  purpose?: string;

  @ApiProperty({ required: false, ...hours, default: DEFAULT_LEASE_HOURS })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_LEASE_HOURS)
  ttl_hours?: number;
}

export class ExtendLeaseDto {
  @ApiProperty({ ...hours, description: 'from now on' })
  @IsInt()
  @Min(1)
  @Max(MAX_LEASE_HOURS)
  ttl_hours!: number;
}
