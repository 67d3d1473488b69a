import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { failureLog } from './failure-log.js';
import { createLog } from './log.js';

type Line = { readonly repeated?: number; readonly requestId?: string; readonly err: { readonly message: string } };

/** A log, and what it wrote. */
function keptLog() {
  const lines: Line[] = [];
  const log = createLog('warn', 'test', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines, report: failureLog(log, 'a part failed') };
}

const away = (what = 'The database is away.') => new Error(what);

describe('failures of parts', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are logged once where they are the same, and then by their number', () => {
    const { report, lines } = keptLog();
    for (let count = 0; count < 1_000; count += 1) report(away());
    expect(lines).toHaveLength(1);
    jest.advanceTimersByTime(10_000);
    expect(lines).toMatchObject([
      { err: { message: 'The database is away.' } },
      { repeated: 999, err: { message: 'The database is away.' } },
    ]);
  });

  it('are logged at once again after ten seconds without one', () => {
    const { report, lines } = keptLog();
    const failure = away();
    report(failure);
    jest.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(1);
    report(failure);
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, undefined]);
  });

  it('go on being counted while they go on', () => {
    const { report, lines } = keptLog();
    const failure = away();
    for (let second = 0; second < 35; second += 1) {
      report(failure);
      jest.advanceTimersByTime(1_000);
    }
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 9, 10, 10]);
  });

  it('are all logged where they differ, or belong to a request', () => {
    const { report, lines } = keptLog();
    for (const what of ['one', 'two', 'three']) report(away(what));
    for (const requestId of ['req_1', 'req_2']) report(away(), { requestId });
    expect(lines.map(({ requestId, err }) => requestId ?? err.message)).toEqual([
      'one',
      'two',
      'three',
      'req_1',
      'req_2',
    ]);
  });

  it('take no more memory than for 500 kinds, and are all logged beyond those', () => {
    const { report, lines } = keptLog();
    for (let kind = 0; kind < 600; kind += 1) report(away(`kind ${'abcdefghij'[kind % 10]}${kind}`));
    const before = lines.length;
    for (let count = 0; count < 3; count += 1) report(away('kind j599'));
    expect([before, lines.length]).toEqual([600, 603]);
    expect(jest.getTimerCount()).toBe(500);
  });
});
