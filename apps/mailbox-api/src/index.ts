export { loadMailboxApiConfig, type MailboxApiConfig } from './config.js';
export { API_ALIASES, API_PREFIX, createMailboxApi, DOCS_PATH, type MailboxApiResources } from './mailbox-api.js';
export { createMailUpkeep, type MailUpkeep, type MailUpkeepConfig } from './upkeep/mail-upkeep.js';
