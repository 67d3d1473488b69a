export { createMailboxApi } from './mailbox-api.js';
export { mailboxApi } from './mailbox-api.service.js';
export { createMailUpkeep, type MailUpkeep, type MailUpkeepConfig } from './upkeep/mail-upkeep.js';
