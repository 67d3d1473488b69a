import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Database, Statement } from '@mailroom/database';

const root = join(import.meta.dirname, '../../..');

/** Loads every repository, and returns the statements that they name. Nobody may have loaded one before. */
export async function recordStatements(): Promise<Statement[]> {
  const statements: Statement[] = [];
  const database = await import('@mailroom/database');
  const statement = (name: string, text: string) => {
    statements.push({ name, text });
    return { name, text };
  };
  jest.unstable_mockModule('@mailroom/database', () => ({ ...database, statement }));
  for (const path of repositories()) await import(path);
  await nameThatOfSubmissions();
  return statements;
}

/** The files in which all SQL stands. */
export function repositories(): string[] {
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
