import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connectMcp } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const environment = (token: string) => ({
  PATH: process.env.PATH ?? '',
  MAILROOM_URL: mailroom.baseUrl,
  MAILROOM_TOKEN: token,
});

/** What the command answers to these lines, and how it ends. */
async function speak(token: string, lines: readonly string[]) {
  const child = spawn(process.execPath, [main, 'mcp'], { env: environment(token) });
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    code,
    answers: stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

describe('npx mailroom mcp', () => {
  it('gives a client that speaks only stdio the same tools, and the same answers', async () => {
    const { api, address } = await mailroom.mailbox();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp'],
      env: environment(api.token),
    });
    const client = new Client({ name: 'stdio', version: '1' });
    await client.connect(transport);
    const remote = await connectMcp(mailroom.baseUrl, api.token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      (await remote.tools()).map(({ name }) => name),
    );
    await mailroom.send({ from: 'a@example.org', to: address, subject: 'Over stdio', text: 'Which gear first?' });
    const waiting = { since: '2020-01-01T00:00:00Z', timeoutSeconds: 30 };
    const { structuredContent } = await client.callTool({ name: 'wait_for_email', arguments: waiting });
    expect(structuredContent).toMatchObject({ email: { text: expect.stringContaining('Which gear first?') } });
    await remote.close();
    await client.close();
  });

  it('answers every line, ends with its input, and says what is wrong', async () => {
    const { api } = await mailroom.mailbox();
    const call = (id: number, name: string, input = {}) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
    const lines = [call(1, 'whoami'), 'not json', call(2, 'no_such_tool'), call(3, 'list_emails')];
    const { code, answers } = await speak(api.token, lines);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(code).toBe(0);
    expect(byId.get(1).result.structuredContent).toMatchObject({ type: 'mailbox' });
    expect(byId.get(null).error.code).toBe(-32_700);
    expect(byId.get(2).error.message).toMatch(/no tool/i);
    expect(byId.get(3).result.structuredContent.items).toEqual([]);
    const refused = await speak('mrt_wrong', [call(4, 'whoami')]);
    expect(refused.answers).toEqual([
      { jsonrpc: '2.0', id: 4, error: { code: -32_603, message: expect.stringContaining('not valid') } },
    ]);
  });

  it('gives up a call that the client cancels, and answers the others', async () => {
    const { api } = await mailroom.mailbox();
    const request = (id: number, name: string, input = {}) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const begun = Date.now();
    const lines = [request(1, 'wait_for_email', { timeoutSeconds: 60 }), cancel, request(2, 'whoami')];
    const { code, answers } = await speak(api.token, lines);
    expect([code, answers.map(({ id }) => id)]).toEqual([0, [2]]);
    expect(Date.now() - begun).toBeLessThan(30_000);
  });
});
