import { AdminOperations } from './api/admin/operations.js';

/**
 * The API of an installation's operator. Its token is the operator's (`mro_…`). Every operation is a method that resolves
 * with the answer and rejects with a `MailroomError`; of a `conflict`, `error.details.body` holds the present `version`.
 */
export class AdminClient extends AdminOperations {
  protected override readonly prefix: string = '';
}
