// The product's statements over emails and tasks, by ids alone and with the mailbox named in them.
import { randomUUID } from 'node:crypto';
import { IngestRepository } from '../../packages/inbound/dist/ingest.repository.js';
import { unparsedFields } from '../../packages/inbound/dist/parsing/message-fields.js';
import { rowOf } from '../../packages/inbound/dist/parsing/message-octets.js';
import { ReadinessRepository } from '../../packages/inbound/dist/readiness.repository.js';
import { readyMessage } from '../../packages/inbound/dist/ready-message.js';
import { EmailRepository } from '../../packages/mail/dist/email/email.repository.js';
import { ClaimTurnRepository } from '../../packages/tasks/dist/claim-turn.repository.js';
import { ReceivedEmailRepository } from '../../packages/tasks/dist/received-email.repository.js';
import { StatusRepository } from '../../packages/tasks/dist/status.repository.js';

const actor = { principalId: 'token:1', owner: 'bench' };

/** What the product's statements, which name their mailbox, lose, so that they reach their rows by ids alone. */
const omissions = {
  'inbound-make-ready': [
    [' and e.mailbox_id = any ($9)', ''],
    [' and t.mailbox_id = any ($9)', ''],
  ],
  'task-turn-new-asc-tasks': [['where t.mailbox_id = $1::int and t.email_id = any', 'where t.email_id = any']],
  'task-set-statuses': [['where t.mailbox_id = $1::int and t.email_id = c', 'where t.email_id = c']],
  'received-email-list-desc': [['where mailbox_id = $1 and email_id = e.id offset', 'where email_id = e.id offset']],
};

function changed({ name, text }) {
  const other = (omissions[name] ?? []).reduce((whole, [found, put]) => {
    if (!whole.includes(found)) throw new Error(`The statement ${name} has no "${found}".`);
    return whole.replace(found, () => put);
  }, text);
  return { name: `${name}-ids`, text: other };
}

/** The product's repositories on a database. */
const repositories = (database) => ({
  ingest: new IngestRepository(database),
  readiness: new ReadinessRepository(database),
  emails: new EmailRepository(database),
  received: new ReceivedEmailRepository(database),
  turns: new ClaimTurnRepository(database),
  statuses: new StatusRepository(database),
});

/** The repositories with `omissions`; an email by its id has to be found in all mailboxes. */
export const byIds = (database) => () =>
  repositories({
    query: (statement, values) =>
      database.query(changed(statement), statement.name === 'email-find' ? [values[0], null] : values),
  });
/** The repositories as they are. */
export const naming = (database) => () => repositories(database);

/** Stores one message for each of the mailboxes. */
export async function accept(on, mailboxes) {
  const messages = mailboxes.map((mailboxId) => ({
    rawId: randomUUID(),
    sender: 'c@d.test',
    clientAddress: '127.0.0.1',
    helo: 'd.test',
    inline: Buffer.from('Subject: bench\r\n\r\nHello.\r\n'),
    blob: null,
    size: 26,
    awaitsSeal: false,
    deliveries: [{ mailboxId, recipient: 'a@b.test' }],
  }));
  const stored = await on().ingest.ingest(messages, 3_600);
  return messages.map(({ rawId }, n) => ({ rawId, mailboxId: mailboxes[n], id: stored[n]?.[0]?.id ?? n }));
}

export async function makeReady(on, accepted) {
  await on().readiness.makeReady(accepted.map(ready));
}

/** Claims the mailbox's first tasks and acknowledges them. */
export async function claimPair(on, mailboxId, limit) {
  const request = { claim: { actor, ttlSeconds: 300 }, part: 'none', limit };
  const [{ taken }] = await on().turns.take(mailboxId, { statuses: ['new'], oldestFirst: true }, [request]);
  if (taken.length < limit) throw new Error('No tasks are left to claim.');
  const emailIds = taken.map(({ task }) => task.emailId);
  await on().statuses.set({ mailboxId, emailIds }, { actor, status: 'handled', reason: '' });
}

export const list = (on, mailboxId, cursor) =>
  on().emails.list(mailboxId, { direction: 'received', cursor, oldestFirst: false, limit: 20 });

/** The same with their tasks. */
export const listWithTasks = (on, mailboxId) => on().received.list(mailboxId, { oldestFirst: false, limit: 20 });

export const find = (on, { id, mailboxId }) => on().emails.find(id, mailboxId);

/** The first statement of some work on repositories, with its values, which is not run. */
export async function recorded(repositoriesOn, work) {
  const seen = [];
  const query = async (statement, values) => {
    seen.push({ text: statement.text, values });
    return [];
  };
  await work(repositoriesOn({ query })).catch(() => {});
  return seen[0];
}

/** The statements whose planning is measured, by name, for a message to each of the mailboxes. */
export function planned(mailboxes, large) {
  const emails = mailboxes.map((mailboxId, n) => ({ rawId: randomUUID(), mailboxId, id: n + 1 }));
  return {
    accept: (on) => accept(on, mailboxes),
    'make ready': (on) => makeReady(on, emails),
    'claim 1': (on) => claimPair(on, large, 1),
    'list of 20': (on) => list(on, large),
    'list of 20 with tasks': (on) => listWithTasks(on, large),
    'email by id': (on) => find(on, emails[0]),
  };
}

function ready({ rawId, id, mailboxId }) {
  const read = { status: 'received', fromEmail: 'c@d.test', subject: `Subject ${id}`, plainText: 'Hello.' };
  const ids = { messageId: `<${rawId}@d.test>`, ownThreadId: `t${id}` };
  const row = rowOf({ ...unparsedFields(rawId, ''), ...read, ...ids });
  return readyMessage({ rawId, emails: [{ id, mailboxId }], traceparent: '' }, row, null);
}
