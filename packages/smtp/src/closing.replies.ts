import { smtpReply } from './smtp-reply.js';

/** The last replies on connections that we close. */
export const closing = {
  shuttingDown: smtpReply(421, '4.3.2', 'Service is shutting down'),
  giveWay: smtpReply(421, '4.7.0', 'Too many connections, and this one was idle for the longest'),
  idleTooLong: smtpReply(421, '4.4.2', 'Timeout'),
  dataTooSlow: smtpReply(421, '4.4.2', 'Message takes too long'),
  tooMuchData: smtpReply(421, '4.7.0', 'Far too much data'),
  internalError: smtpReply(421, '4.3.0', 'Temporary failure'),
  /** Plain text after STARTTLS would otherwise be read as if it had come through TLS (CVE-2011-0411). */
  starttlsInjection: smtpReply(501, '5.5.4', 'Nothing may follow STARTTLS'),
};
