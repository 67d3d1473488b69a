import { EmailIds } from './email-ids.field.js';

export class MarkReadDto {
  @EmailIds()
  emailIds: number[];
}
