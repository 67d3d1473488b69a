import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
let project: string;

/** A stranger's project with nothing in it but the packed client. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'mailroom-client-'));
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project];
  execFileSync('npm', pack, { cwd: join(repository, 'packages/client'), stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['xzf', archive], { cwd: project });
  mkdirSync(join(project, 'node_modules/@mailroom'), { recursive: true });
  renameSync(join(project, 'package'), join(project, 'node_modules/@mailroom/client'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('the packed client works in a project that has nothing else', () => {
  const program = `
    import { MailroomClient, MailroomError } from '@mailroom/client';
    const client = new MailroomClient({ baseUrl: 'http://127.0.0.1:1', token: 'x', retries: 0 });
    const error = await client.getMe().catch((error) => error);
    console.log(error instanceof MailroomError, error.type);`;
  writeFileSync(join(project, 'use.js'), program);
  expect(execFileSync(process.execPath, ['use.js'], { cwd: project, encoding: 'utf8' })).toBe('true unreachable\n');
});

it('its types hold a program to what the API takes', () => {
  const compile = (source: string) => {
    writeFileSync(
      join(project, 'typed.ts'),
      `import { MailroomClient } from '@mailroom/client';\ndeclare const console: { log(value: unknown): void };\nconst client = new MailroomClient({ baseUrl: '', token: '' });\n${source}`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      'typed.ts',
    ];
    try {
      execFileSync(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), ...options], {
        cwd: project,
        encoding: 'utf8',
      });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  expect(
    compile(`const email = await client.claimNextTask({ owner: 'a' }); console.log(email?.task?.leaseToken);`),
  ).toBe('');
  expect(compile(`await client.setTask(1, { status: 'finished' });`)).toContain('"finished"');
  expect(compile(`await client.setTask(1);`)).toContain('Expected 2-3 arguments');
});
