export { createMailboxApi } from './mailbox-api.js';
export { mailboxApi } from './mailbox-api.service.js';
