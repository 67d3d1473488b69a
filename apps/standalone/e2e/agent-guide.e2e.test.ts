import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMcp } from './mcp-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
/** The address that the documents name. */
let base: string;
let guide: string;
beforeAll(async () => {
  mailroom = await startMailroom();
  const response = await fetch(`${mailroom.baseUrl}/agent-guide`);
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  guide = await response.text();
  base = /address `(\S+)\/mcp`/.exec(guide)?.[1] ?? '';
});
afterAll(() => mailroom.close());

const text = async (path: string, accept = '*/*') =>
  (await fetch(`${mailroom.baseUrl}${path}`, { headers: { accept } })).text();

describe('the agent guide', () => {
  it('takes an agent from nothing to a task that is claimed, answered and done, with the calls that it shows', async () => {
    const { api, address } = await mailroom.mailbox();
    const [signup = '', ...calls] = [...guide.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, code = '']) => code);
    expect(signup).toContain(`${base}/public/signup`);
    const script = ['set -euo pipefail', ...calls.map((code) => `${code}\nprintf '\\n'`)].join('\n');
    const env = { ...process.env, TOKEN: api.token, ADDRESS: address };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
    const answers = stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(answers[3].data).toMatchObject({ subject: 'Which gear first?', task: { status: 'handled' } });
  });

  it('names every operation and every tool, and no others', async () => {
    const { paths } = JSON.parse(await text('/openapi.json'));
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = [...guide.matchAll(/^- `([A-Z]+ \S+)`: \S/gm)].map(([, name]) => name);
    expect(listed).toEqual(operations);
    const { api } = await mailroom.mailbox();
    const client = await connectMcp(mailroom.baseUrl, api.token);
    const tools = [...guide.matchAll(/^- `([a-z_]+)`: \S/gm)].map(([, name]) => name);
    expect(tools).toEqual((await client.tools()).map(({ name }) => name));
    await client.close();
  });

  it('is a page for a browser, which loads nothing', async () => {
    const page = await text('/agent-guide', 'text/html,application/xhtml+xml');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<h1>Mailroom for agents</h1>');
    expect(page).not.toMatch(/<script|<link|<img|src=/);
  });
});

describe('the documents for agents', () => {
  it('lead nowhere that is not there', async () => {
    const documents = [guide, await text('/llms.txt'), await text('/.well-known/service-agent.json')];
    const links = new Set(documents.flatMap((document) => document.match(/https?:\/\/[^\s)"`\]]+/g) ?? []));
    const pages = [...links].filter((link) =>
      /\/(agent-guide|llms\.txt|docs|openapi\.json|service-agent\.json|mcp)$/.test(link),
    );
    expect(pages.length).toBeGreaterThanOrEqual(6);
    for (const link of pages) {
      const { status } = await fetch(link);
      expect([link, status]).toEqual([
        link,
        link.endsWith('/oauth-protected-resource/mcp') || !link.endsWith('/mcp') ? 200 : 401,
      ]);
    }
  });

  it('say where everything is, for programs', async () => {
    const manifest = JSON.parse(await text('/.well-known/service-agent.json'));
    expect(manifest).toMatchObject({
      api: { openapi: `${base}/api/agent/v1/openapi.json` },
      mcp: { url: `${base}/mcp`, transport: 'streamable-http', protocolVersion: '2025-06-18' },
      documentation: { guide: `${base}/agent-guide`, llms: `${base}/llms.txt` },
    });
    const metadata = manifest.authentication.find(({ type }: { type: string }) => type === 'oauth2').resourceMetadata;
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource: `${base}/mcp` });
  });
});
