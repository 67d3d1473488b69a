import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@mailroom/testing';
import type { Answer } from './mailroom-fixture.js';

const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

type Ended = { code: number | null; stdout: string; stderr: string };

/** The command-line tool in a directory of its own, with the bridges that it runs. */
export class BridgeTool {
  readonly #started: ChildProcess[] = [];

  constructor(
    private readonly mailroomUrl: string,
    private readonly directory: string,
  ) {}

  start(token: string, args: readonly string[], passphrase = 'six random words that nobody guesses') {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: this.directory,
      env: {
        PATH: process.env.PATH,
        MAILROOM_URL: this.mailroomUrl,
        MAILROOM_TOKEN: token,
        MAILROOM_BRIDGE_PASSPHRASE: passphrase,
      },
    });
    this.#started.push(child);
    const said: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
    const end = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ ...said, code })));
    return { child, said, end };
  }

  async startBridge(token: string, more: readonly string[] = [], file = 'agent.asc') {
    const bridge = this.start(token, ['bridge', '--key', join(this.directory, file), '--port', '0', ...more]);
    await until(async () => bridge.said.stdout.includes('answers') || bridge.child.exitCode !== null);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(bridge.said.stdout) ?? [];
    if (url === '') throw new Error(bridge.said.stderr);
    return { ...bridge, url };
  }

  close(): void {
    for (const child of this.#started) child.kill('SIGKILL');
  }
}

/** A call of the agent API at the bridge; the data of its answer, or what was wrong. */
export async function ask(url: string, token: string, path: string, body?: object): Promise<Answer['body']> {
  const response = await fetch(`${url}/api/agent/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer['body'];
  return answer.data ?? { status: response.status, ...answer };
}

type PgpMime = { readonly to: string; readonly subject: string; readonly armored: Buffer; readonly clear?: string };

/** An encrypted mail of Ada's (RFC 3156 §4), perhaps with parts in the clear between its two. */
export function pgpMime({ to, subject, armored, clear = '' }: PgpMime): string {
  return (
    `From: ada@example.org\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"\r\n\r\n` +
    `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n${clear}` +
    `--b\r\nContent-Type: application/octet-stream\r\n\r\n${armored.toString().replaceAll('\n', '\r\n')}\r\n--b--\r\n`
  );
}
