import { readdirSync, readFileSync } from 'node:fs';
import { read } from './reader.mjs';
import { share } from './tables.mjs';

const FOLDER = new URL('../bounces/', import.meta.url);

/** Kinds of rows that say no recipient is unreachable: a complaint, an answering machine, a success. */
const OTHER = new Set(['feedback', 'vacation', 'delivered']);

function expectations() {
  const byFile = new Map();
  const rows = readFileSync(new URL('expected.tsv', FOLDER), 'utf8').trimEnd().split('\n').slice(1);
  for (const row of rows) {
    const [file, , status, , reason, hard] = row.split('\t');
    byFile.set(file, [...(byFile.get(file) ?? []), { status, reason, hard: hard === 'true' }]);
  }
  return byFile;
}

/**
 * Each message of the public set, as if it came to the return path of one recipient: what is said about any recipient is
 * taken to be about him. `suppresses` is the rule by which an address is never written to again.
 */
export function resultsOf(suppresses) {
  const expected = expectations();
  return readdirSync(new URL('eml/', FOLDER))
    .filter((file) => expected.has(file))
    .sort()
    .map((file) => resultOf(file, expected.get(file), suppresses));
}

function resultOf(file, rows, suppresses) {
  const raw = readFileSync(new URL(`eml/${file}`, FOLDER));
  const { message } = read(raw, { spf: 'none', dkim: 'none', dmarc: 'none' });
  const recipients = message.report?.recipients ?? [];
  const isOther = rows.every(({ reason }) => OTHER.has(reason));
  const [{ reason }] = rows;
  const isHard = rows.some(({ hard }) => hard);
  const suppressed = recipients.some(({ action, status }) => action === 'failed' && suppresses(status));
  const kind = isOther ? reason : isHard ? 'hard' : 'soft';
  const recognised = recognises(kind, recipients, message);
  const isRight = recognised && (isOther || isHard === suppressed);
  const found = recipients.map(({ action, status, addresses }) => `${action} ${status} ${addresses.join(' ')}`);
  const form = raw.subarray(0, 20000).toString('latin1').toLowerCase().includes('multipart/report')
    ? 'report'
    : 'free text';
  return {
    id: file,
    server: file.replace(/-\d+\.eml$/, ''),
    kind,
    reason,
    form,
    recognised,
    suppressed,
    isRight,
    show: { rows, found },
  };
}

function recognises(kind, recipients, { automatic, report }) {
  // A report on failed authentication (RFC 6591) is one about nobody.
  if (kind === 'feedback') return report?.kind === 'feedback';
  if (kind === 'vacation') return recipients.every(({ action }) => action !== 'failed') && automatic !== 'dsn';
  if (kind === 'delivered')
    return recipients.some(({ action }) => ['delivered', 'relayed', 'expanded'].includes(action));
  return recipients.some(({ action }) => action === 'failed' || action === 'delayed');
}

export const groupings = { kind: ({ kind }) => kind, reason: ({ reason }) => reason, form: ({ form }) => form };
export const columns = {
  recognised: (results) => share(results, ({ recognised }) => recognised),
  suppressed: (results) => share(results, ({ suppressed }) => suppressed),
  'rightly so': (results) => share(results, ({ isRight }) => isRight),
};
