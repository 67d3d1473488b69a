import { Module } from '@nestjs/common';
import { ClaimTurnRepository } from './claim-turn.repository.js';
import { ClaimTurns } from './claim-turns.js';
import { ClaimRepository } from './claim.repository.js';
import { LeaseRepository } from './lease.repository.js';
import { ReceivedEmailRepository } from './received-email.repository.js';
import { StatusRepository } from './status.repository.js';
import { TaskEmailRepository } from './task-email.repository.js';
import { TaskRepository } from './task.repository.js';
import { TaskService } from './task.service.js';

@Module({
  providers: [
    TaskRepository,
    ClaimRepository,
    ClaimTurnRepository,
    ClaimTurns,
    LeaseRepository,
    ReceivedEmailRepository,
    StatusRepository,
    TaskEmailRepository,
    TaskService,
  ],
  exports: [TaskService, TaskRepository, ReceivedEmailRepository],
})
export class TasksModule {}
