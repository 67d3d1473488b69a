export { ReceivedEmailRepository, type ReceivedEmail } from './received-email.repository.js';
export {
  taskStatuses,
  type Actor,
  type Claim,
  type ClaimFilter,
  type Task,
  type TaskPage,
  type TaskStats,
  type TaskStatus,
} from './task.js';
export { TaskService } from './task.service.js';
export { TasksModule } from './tasks.module.js';
