import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

const run = promisify(execFile);
const suite = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The scenarios of the official suite that any server must pass. */
const applicable = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/** The others, each with the reason why it says nothing about this server. */
const inapplicable: Readonly<Record<string, string>> = {
  'logging-set-level': 'needs the optional capability "logging": our log is for operators, not for agents',
  'completion-complete': 'needs the optional capability "completions": nothing here has arguments to complete',
  'json-schema-2020-12': 'calls a tool of the suite’s own example server; our schemas are checked in mcp.e2e.test.ts',
  'resources-subscribe': 'follows test://watched-resource of the example server; ours are followed in mcp-sessions',
  'resources-unsubscribe': 'the same',
  ...fixtures('tools-call', [
    'simple-text',
    'image',
    'audio',
    'embedded-resource',
    'mixed-content',
    'with-logging',
    'error',
    'with-progress',
    'sampling',
    'elicitation',
  ]),
  ...fixtures('resources', ['read-text', 'read-binary', 'templates-read']),
  ...fixtures('prompts', ['get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image']),
  ...fixtures('elicitation', ['sep1034-defaults', 'sep1330-enums']),
  'server-sse-polling': 'calls a tool of the example server that closes its own stream',
};

function fixtures(group: string, names: readonly string[]): Record<string, string> {
  const reason = 'calls something that only the suite’s own example server has';
  return Object.fromEntries(names.map((name) => [`${group}-${name}`, reason]));
}

let mailroom: Mailroom;
/** The suite knows no tokens, so this adds one to what it sends, and changes nothing else. */
let signIn: Server;
beforeAll(async () => {
  mailroom = await startMailroom();
  const { api } = await mailroom.mailbox();
  signIn = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-agent-token': api.token };
    const options = { method: asked.method, headers, agent: false as const };
    const passed = request(`${mailroom.baseUrl}${asked.url}`, options, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => signIn.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  signIn.closeAllConnections();
  signIn.close();
  await mailroom.close();
});

it('every scenario of the suite is run, or it is said why not', async () => {
  const { stdout } = await run(process.execPath, [suite, 'list']);
  const [servers = ''] = stdout.split('Client scenarios');
  const listed = [...servers.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...applicable, ...Object.keys(inapplicable)].sort());
});

it.each(applicable)('%s', async (scenario) => {
  const url = `http://127.0.0.1:${(signIn.address() as AddressInfo).port}/mcp`;
  const outcome = await run(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed: ${stdout}${stderr}`,
  );
  expect(outcome).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});
