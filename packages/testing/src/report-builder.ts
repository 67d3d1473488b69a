/** Per-recipient fields of RFC 3464 §2.3, as `Final-Recipient: rfc822; a@b.test`. */
export type DsnRecipient = Readonly<Record<string, string>>;

const crlf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

function multipartReport(type: string, statusType: string, status: string, quoted: readonly string[]): string {
  return crlf([
    'From: Mail Delivery System <mailer-daemon@far.test>',
    'To: <whoever@wrote.it>',
    'Subject: about your mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="=_r"`,
    '',
    '--=_r',
    'Content-Type: text/plain',
    '',
    'This is for people.',
    '--=_r',
    `Content-Type: ${statusType}`,
    '',
    status,
    '--=_r',
    'Content-Type: text/rfc822-headers',
    '',
    ...quoted,
    '--=_r--',
  ]);
}

/** A delivery status notification (RFC 3464) that quotes the header of the message. */
export function buildDsn(recipients: readonly DsnRecipient[], messageId = ''): string {
  const fields = (group: DsnRecipient) => crlf(Object.entries(group).map(([name, value]) => `${name}: ${value}`));
  const status = [{ 'Reporting-MTA': 'dns; mx.far.test' }, ...recipients].map(fields).join('\r\n');
  const quoted = messageId === '' ? ['Subject: x'] : ['Subject: x', `Message-ID: ${messageId}`];
  return multipartReport('delivery-status', 'message/delivery-status', status, quoted);
}

/** The usual report: an address that does not exist. */
export function buildBounce(address: string, messageId = ''): string {
  const recipient = {
    'Final-Recipient': `rfc822; ${address}`,
    Action: 'failed',
    Status: '5.1.1',
    'Remote-MTA': 'dns; mx.far.test',
    'Diagnostic-Code': 'smtp; 550 5.1.1 No such user',
  };
  return buildDsn([recipient], messageId);
}

/** A complaint (RFC 5965). */
export function buildFeedback(fields: Readonly<Record<string, string>>, messageId = ''): string {
  const lines = Object.entries({ 'Feedback-Type': 'abuse', 'User-Agent': 'test/1', Version: '1', ...fields });
  const status = crlf(lines.map(([name, value]) => `${name}: ${value}`));
  const quoted = messageId === '' ? ['Subject: x'] : [`Message-ID: ${messageId}`];
  return multipartReport('feedback-report', 'message/feedback-report', status, quoted);
}
