import { describe, expect, it } from '@jest/globals';
import { tableProblems } from './check.mjs';

const schema = `model Email {
  id BigInt @default(1)

  @@map("email")
}
model Task {
  details Json @default("{}")

  @@map("email_task")
}`;
const owners = '## Who owns which table\n\n| mail | `email` |\n| tasks | `email_task` |\n';
const allowing = (repository: string, writes: string, reads: string) =>
  `| \`${repository}\` | ${writes} | ${reads} | why |\n`;

const check = (path: string, text: string, architecture = owners) =>
  tableProblems({ schema, architecture, files: [[path, text]] });
const inTasks = (sql: string, architecture?: string) =>
  check('packages/tasks/src/task.repository.ts', `const find = statement('x', \`${sql}\`);`, architecture);

describe('the check of tables', () => {
  it.each([
    ['a statement', "const find = statement('x', `select * from email where id = $1`);"],
    ['a part of one', 'export const page = `where id < (select min(id) from email where unread)`;'],
    ['one that names no table', "const lock = statement('x', 'select pg_advisory_lock(1)');"],
    ['a raw query', 'await tx.$executeRaw`select 1`;'],
    ['what Prisma writes', 'await tx.email.create({ data });'],
    ['what Prisma reads', 'database.use((client) => client.email.findMany({ where }));'],
    ['rows that expire', "const rows = { table: 'email', key: 'id' };"],
  ])('finds %s outside a repository', (_, text) => {
    const path = 'packages/mail/src/email.service.ts';
    expect(check(path, text)).toEqual([`${path}: SQL belongs in a *.repository.ts.`]);
    expect(check('packages/mail/src/email.repository.ts', text)).toEqual([]);
  });

  it.each([
    ['reads', 'select 1 from email_task t join email e on e.id = t.email_id'],
    ['reads', 'update email_task t set ready = true from due d, email e where e.id = t.email_id'],
    ['writes', 'with task as (select 1 from email_task) insert into email (id) select 1 from task'],
    ['writes', 'with email as (update email e set unread = false returning id) select id from email'],
    ['writes', 'delete from email where id in (select email_id from email_task)'],
  ])('finds what %s the table of another package', (how, sql) => {
    const [problem, ...others] = inTasks(sql);
    expect(problem).toMatch(new RegExp(`^packages/tasks/src/task.repository.ts ${how} email, which belongs to mail`));
    expect(others).toEqual([]);
  });

  it.each([
    ['a column of that name', 'select id, email, email_task from email_task t'],
    ['a query that hides the table', 'with email as (select 1 as id) select id from email, email_task t'],
    ['a table of which the name is a part', 'select 1 from email_task'],
  ])('leaves alone %s', (_, sql) => {
    expect(inTasks(sql)).toEqual([]);
  });

  it('allows what ARCHITECTURE.md says, to read or to write, and finds what it says for nothing', () => {
    const read = 'select 1 from email';
    const said = owners + allowing('tasks/task.repository.ts', '', '`email`');
    expect(inTasks(read, said)).toEqual([]);
    expect(inTasks('delete from email', said)).toHaveLength(1);
    expect(inTasks(read, owners + allowing('tasks/task.repository.ts', '`email`', ''))).toHaveLength(1);
    expect(inTasks('select 1', said)).toEqual([
      'ARCHITECTURE.md: tasks/task.repository.ts does not use email any more.',
    ]);
  });

  it('finds a table that nobody owns, and one that there is not', () => {
    expect(inTasks('select 1', '## Who owns which table\n\n| mail | `email`, `gone` |\n')).toEqual([
      'ARCHITECTURE.md: nobody owns email_task.',
      'ARCHITECTURE.md: there is no table gone.',
    ]);
  });
});
