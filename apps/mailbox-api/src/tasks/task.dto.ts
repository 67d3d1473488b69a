import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { IsInstant } from '@mailroom/http';
import { claimedParts, taskStatuses, type ClaimedPart, type TaskStatus } from '@mailroom/tasks';
import { AccountId } from '../mailboxes/account-id.field.js';

/** Who acts: a named owner (`agentId` is an alias), and the lease token if one is held. */
export class ActorDto {
  @ApiProperty({ required: false, maxLength: 200 })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  owner?: string;

  @ApiProperty({ required: false, maxLength: 200, description: 'alias of owner' })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  agentId?: string;
}

export class ClaimDto extends ActorDto {
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

/** Which tasks are claimed, and what of their emails is answered. */
export class ClaimBatchDto extends ClaimDto {
  @AccountId()
  accountId?: number;

  @ApiProperty({ required: false, description: 'comma-separated task statuses', default: 'new' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  status?: string;

  @ApiProperty({ required: false, enum: taskStatuses, isArray: true, maxItems: taskStatuses.length })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(taskStatuses.length)
  @IsIn(taskStatuses, { each: true })
  statuses?: TaskStatus[];

  @ApiProperty({ required: false, description: 'also expired tasks that are processing' })
  @IsOptional()
  @IsBoolean()
  includeExpired?: boolean;

  @ApiProperty({ required: false, minimum: 1, maximum: 20, default: 5, description: 'ignored by claim-next' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(20)
  limit?: number;

  @ApiProperty({ required: false, description: 'only beyond this id' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  cursor?: number;

  @ApiProperty({ required: false, enum: [0, 1], default: 0 })
  @IsOptional()
  @IsIn([0, 1])
  timeSort?: 0 | 1;

  @ApiProperty({ required: false, minimum: 0, maximum: 20, default: 0, description: 'wait so long for a task' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(20)
  waitSeconds?: number;

  @ApiProperty({
    required: false,
    enum: claimedParts,
    description: 'what of the email comes with the claim; full for claim-next and summary for claim-batch if left out',
  })
  @IsOptional()
  @IsIn(claimedParts)
  view?: ClaimedPart;
}

/** A task of the same mailbox that the caller holds, and how it ends. */
export class CompletionDto {
  @ApiProperty({ minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  emailId: number;

  @ApiProperty({ maxLength: 100 })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  leaseToken: string;

  @ApiProperty({ enum: taskStatuses })
  @IsIn(taskStatuses)
  status: TaskStatus;

  @ApiProperty({ required: false, maxLength: 1000 })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  reason?: string;
}

export class ClaimNextDto extends ClaimBatchDto {
  @ApiProperty({ required: false, type: CompletionDto, description: 'the task before, which ends in the same commit' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => CompletionDto)
  complete?: CompletionDto;
}

/** A holder's proof, which suffices by itself. */
class HolderDto extends ActorDto {
  @ApiProperty({ required: false, maxLength: 100 })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  leaseToken?: string;
}

export class RenewDto extends HolderDto {
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

  @ApiProperty({ required: false, maxLength: 8192, description: 'handed to the next claimer' })
  @IsOptional()
  @IsString()
  @MaxLength(8192)
  checkpoint?: string;
}

export class ReleaseDto extends HolderDto {
  @ApiProperty({ required: false, enum: taskStatuses })
  @IsOptional()
  @IsIn(taskStatuses)
  status?: TaskStatus;
}

export class SetTaskDto extends HolderDto {
  @ApiProperty({ enum: taskStatuses })
  @IsIn(taskStatuses)
  status: TaskStatus;

  @ApiProperty({ required: false, maxLength: 1000 })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  reason?: string;
}

export class RequeueDto extends ActorDto {
  @AccountId()
  accountId?: number;

  @ApiProperty({ required: false, format: 'date-time', description: 'only leases that ended before it; default now' })
  @IsOptional()
  @IsInstant()
  before?: string;

  @ApiProperty({ required: false, minimum: 1, maximum: 50, default: 20 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;

  @ApiProperty({ required: false, maxLength: 1000, default: 'lease expired' })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  reason?: string;
}
