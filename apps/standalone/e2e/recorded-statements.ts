import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { jest } from '@jest/globals';
import type { Database, Statement } from '@mailroom/database';

const root = join(import.meta.dirname, '../../..');

/** Loads every repository, and returns the statements that they name. Nobody may have loaded one before. */
export async function recordStatements(): Promise<Statement[]> {
  const statements: Statement[] = [];
  const database = await import('@mailroom/database');
  const recording = (make: typeof database.statement) => (name: string, text: string) => {
    const made = make(name, text);
    statements.push(made);
    return made;
  };
  const [statement, upkeepStatement] = [recording(database.statement), recording(database.upkeepStatement)];
  jest.unstable_mockModule('@mailroom/database', () => ({ ...database, statement, upkeepStatement }));
  for (const path of repositories()) await import(path);
  await nameThatOfSubmissions();
  return statements;
}

/** The repositories that read these tables in statements without a name, or through Prisma's models. */
export function hiddenReaders(tables: readonly string[]): string[] {
  const reads = new RegExp(`\\b(from|join|update|using)\\s+(${tables.join('|')})\\b`);
  const models = tables.map((table) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const asksModel = new RegExp(`\\b(tx|client)\\.(${models.join('|')})\\.`);
  const hides = (text: string) => asksModel.test(text) || rawTexts(text).some((sql) => reads.test(sql));
  return repositories()
    .filter((path) => hides(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path));
}

/** The SQL that a repository hands to Prisma: in place, or by a name that is none of a statement. */
function rawTexts(text: string): string[] {
  const inPlace = [
    ...text.matchAll(/Raw(?:<[^`(;]*>)?`([^`]*)`/g),
    ...text.matchAll(/RawUnsafe(?:<[^`(;]*>)?\(\s*`([^`]*)`/g),
  ];
  const names = [...text.matchAll(/RawUnsafe(?:<[^`(;]*>)?\(\s*(\w[\w.[\]]*)/g)].map(([, name = '']) => name);
  const constants = names
    .filter((name) => !/(^|\.)text$/.test(name))
    .map((name) => new RegExp(`const ${name} =(?: \\([^)]*\\) =>)?\\s*['\`]([^'\`]*)`).exec(text)?.[1] ?? text);
  return [...inPlace.map(([, sql = '']) => sql), ...constants];
}

/** The files in which all SQL stands. */
function repositories(): string[] {
  const files = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => filesBelow(join(root, folder, name, 'src'))),
  );
  return files.filter((path) => path.endsWith('.repository.ts'));
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** It consists of what the rules of a policy say. */
async function nameThatOfSubmissions(): Promise<void> {
  const { SendStandingRepository } = await import(
    join(root, 'packages/send-policy/src/standing/send-standing.repository.ts')
  );
  const { SubmissionRepository } = await import(join(root, 'packages/sending/src/submission.repository.ts'));
  const none = {} as Database;
  new SubmissionRepository(none, new SendStandingRepository(none).policy);
}
