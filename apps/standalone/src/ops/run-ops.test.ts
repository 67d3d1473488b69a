import { describe, expect, it } from '@jest/globals';
import { runOps } from './run-ops.js';

describe("the operator's command", () => {
  it.each(['help', '--help', '-h'])('gives its list to whoever asks with %s', async (word) => {
    const stdout = expect.stringContaining('tokens issue');
    expect(await runOps([word], {})).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each([[['tokens', 'isue']], [['tokens']], [['constructor']], [['nothing', 'of', 'that']]])(
    'names the command of %j, which is not on its list',
    async (words) => {
      const end = `\nThere is no command "${words.slice(0, 2).join(' ')}".\n`;
      const { code, stdout, stderr } = await runOps(words, {});
      expect({ code, stdout, end: stderr.slice(-end.length) }).toEqual({ code: 2, stdout: '', end });
      expect(stderr).toContain('tokens issue');
    },
  );
});
