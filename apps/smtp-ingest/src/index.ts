export { loadSmtpIngestConfig, type SmtpIngestConfig } from './config.js';
export { createSmtpIngest, type SmtpIngest } from './smtp-ingest.js';
export { smtpIngest } from './smtp-ingest.service.js';
