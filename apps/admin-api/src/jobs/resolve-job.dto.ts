import { ApiProperty } from '@nestjs/swagger';
import { resolutions, type Resolution } from '@mailroom/sending';
import { IsIn } from 'class-validator';
import { SeenDto } from '../reason.dto.js';

export class ResolveJobDto extends SeenDto {
  @ApiProperty({
    enum: resolutions,
    description: 'sent: it was delivered. retry: it was not, send it again. failed: give it up, and its credits back',
  })
  @IsIn(resolutions)
  resolution!: Resolution;
}
