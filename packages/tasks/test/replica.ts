import type { Database } from '@mailroom/database';
import { ClaimTurnRepository } from '../src/claim-turn.repository.js';
import { ClaimTurns } from '../src/claim-turns.js';
import { ClaimRepository } from '../src/claim.repository.js';
import { TaskService } from '../src/index.js';
import { LeaseRepository } from '../src/lease.repository.js';
import { StatusRepository } from '../src/status.repository.js';
import { TaskEmailRepository } from '../src/task-email.repository.js';
import { TaskRepository } from '../src/task.repository.js';

/** Tasks as one process serves them. */
export function replicaOf(database: Database): TaskService {
  return new TaskService(
    new TaskRepository(database),
    new ClaimRepository(database),
    new LeaseRepository(database),
    new StatusRepository(database),
    new ClaimTurns(new ClaimTurnRepository(database)),
    new TaskEmailRepository(database),
  );
}
