import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';

const lock = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'mailroom-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that holds the lock while it runs `work`, which sees `append(line)` and `path`. */
function holder(work: string): ChildProcess {
  const source = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lock)};
    const append = (line) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, line + '\\n');
    await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => { ${work} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
}
const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : []);

describe('the lock around preparing a checkout', () => {
  it('lets twelve processes in one at a time', async () => {
    const processes = Array.from({ length: 12 }, () => holder("append('in'); await sleep(20); append('out');"));
    await Promise.all(processes.map((process) => once(process, 'exit')));
    expect(log()).toEqual(Array.from({ length: 12 }, () => ['in', 'out']).flat());
  });

  it('is free again when its holder is interrupted', async () => {
    const first = holder("append('in'); await sleep(60_000);");
    await until(() => log().length === 1);
    first.kill('SIGINT');
    expect(await once(first, 'exit')).toEqual([130, null]);
    await once(holder("append('next');"), 'exit');
    expect(log()).toEqual(['in', 'next']);
  });

  it('passes over a holder that was killed, for one of four that wait', async () => {
    writeFileSync(join(folder, 'lock'), '');
    const longAgo = new Date(Date.now() - 16_000);
    utimesSync(join(folder, 'lock'), longAgo, longAgo);
    const processes = Array.from({ length: 4 }, () => holder("append('in'); await sleep(20); append('out');"));
    await Promise.all(processes.map((process) => once(process, 'exit')));
    expect(log()).toEqual(Array.from({ length: 4 }, () => ['in', 'out']).flat());
  });
});
