export { changedTask } from './changed-task.js';
export {
  claimedParts,
  type ClaimedPart,
  type ClaimedTask,
  type Completion,
  type NextClaim,
  type NextTask,
} from './claim-turn.js';
export { ReceivedEmailRepository, type ReceivedEmail } from './received-email.repository.js';
export {
  taskStatuses,
  type Actor,
  type Claim,
  type ClaimFilter,
  type ExpiredFilter,
  type Task,
  type TaskChange,
  type TaskPage,
  type TaskStats,
  type TaskStatus,
} from './task.js';
export type { TaskSet } from './lease.repository.js';
export { taskGauges } from './task-gauges.repository.js';
export type { TaskEmail } from './task-email.repository.js';
export { TaskRepository } from './task.repository.js';
export { TaskService } from './task.service.js';
export { TasksModule } from './tasks.module.js';
export { WaitingClaims, type Patience } from './waiting-claims.js';
