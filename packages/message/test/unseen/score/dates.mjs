import { readRecords } from './records.mjs';
import { read } from './reader.mjs';
import { share } from './tables.mjs';

/**
 * A record: what it is about. Its lines are the mail as it stands, header and body; what follows `====` says for some
 * properties of the message what they must be.
 */
export function resultsOf(part) {
  return readRecords(part, 'dates').map((record) => {
    const at = record.lines.indexOf('====');
    const mail = record.lines.slice(0, at);
    const { message } = read(Buffer.from(mail.join('\r\n')));
    const seen = {
      sentAt: message.sentAt,
      name: message.from?.name ?? '',
      email: message.from?.email ?? '',
      encrypted: message.encrypted,
    };
    const expected = Object.fromEntries(record.lines.slice(at + 1).map((line) => fieldOf(line)));
    const isRight = Object.entries(expected).every(([field, value]) => same(field, value, seen[field]));
    return { id: record.id, topic: record.fields[0], isRight, show: { expected, seen }, text: mail.join('\n') };
  });
}

function fieldOf(line) {
  const at = line.indexOf(': ');
  return at === -1 ? [line.replace(/:$/, ''), ''] : [line.slice(0, at), line.slice(at + 2)];
}

function same(field, value, seen) {
  if (field === 'sentAt')
    return value === 'null' ? seen === null : seen !== null && Date.parse(value) === Date.parse(seen);
  return String(seen) === value;
}

export const groupings = { topic: ({ topic }) => topic };
export const columns = { right: (results) => share(results, ({ isRight }) => isRight) };
