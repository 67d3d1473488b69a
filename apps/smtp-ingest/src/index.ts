export { loadSmtpIngestConfig, type SmtpIngestConfig } from './config.js';
export { createSmtpIngest, type SmtpIngest, type SmtpIngestResources } from './smtp-ingest.js';
