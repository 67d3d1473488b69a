import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { taskStatuses, type TaskStatus } from '@mailroom/tasks';
import { EmailIds } from '../emails/email-ids.field.js';
import { AccountId } from '../mailboxes/account-id.field.js';
import { ActorDto } from './task.dto.js';

class BatchDto extends ActorDto {
  @EmailIds()
  emailIds: number[];

  @AccountId()
  accountId?: number;
}

export class UpdateBatchDto extends BatchDto {
  @ApiProperty({ enum: taskStatuses })
  @IsIn(taskStatuses)
  status: TaskStatus;

  @ApiProperty({ required: false, maxLength: 1000 })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  reason?: string;
}

export class RenewBatchDto extends BatchDto {
  @ApiProperty({ required: false, minimum: 30, maximum: 3600, default: 300 })
  @IsOptional()
  @IsInt()
  @Min(30)
  @Max(3600)
  ttlSeconds?: number;

  @ApiProperty({ required: false, maxLength: 1000 })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  reason?: string;
}

export class ReleaseBatchDto extends BatchDto {
  @ApiProperty({ required: false, enum: taskStatuses })
  @IsOptional()
  @IsIn(taskStatuses)
  status?: TaskStatus;
}
