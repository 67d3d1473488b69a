import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength } from 'class-validator';

export class IssueProofDto {
  @ApiProperty({ enum: ['GET', 'POST'], description: 'the method of the call that it is to pay for' })
  @IsIn(['GET', 'POST'])
  method!: string;

  @ApiProperty({ maxLength: 2048, description: 'its path; a query is left out' })
  @IsString()
  @MaxLength(2048)
  path!: string;
}
