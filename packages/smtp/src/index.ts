export { withoutForgedResults } from './authentication-results.js';
export { withPrefix } from './content.buffer.js';
export { MailTransactions, type ReceivedMessage } from './mail-transactions.js';
export { recipients } from './smtp-metrics.js';
export { smtpReply, type SmtpReply } from './smtp-reply.js';
export { SmtpServer } from './smtp-server.js';
export { traceFields } from './trace-fields.js';
export { problemOfKeyPair, type KeyPair } from './start-tls.js';
export { type CertificateFiles, CertificateWatch } from './certificate-watch.js';
