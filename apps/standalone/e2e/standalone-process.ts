import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledApps, freePort, until } from '@mailroom/testing';
import { ApiClient } from './mailroom-fixture.js';

const builtMain = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The process of `npm start` on its own data directory and ports; it can be launched again and again. */
export class StandaloneProcess {
  child: ChildProcess | undefined;
  /** Everything that the latest process has written. */
  output = '';

  private constructor(
    private readonly main: string,
    readonly dataDirectory: string,
    readonly ports: { readonly http: number; readonly smtp: number },
  ) {}

  /** It starts from a bundle, in two thirds of the time, or from the files that `npm start` runs. */
  static async make({ built = false } = {}): Promise<StandaloneProcess> {
    const main = built ? builtMain : join(await bundledApps(), 'standalone.mjs');
    const dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-process-'));
    await chmod(dataDirectory, 0o755);
    return new StandaloneProcess(main, dataDirectory, { http: await freePort(), smtp: await freePort() });
  }

  launch(env: Record<string, string> = {}): ChildProcess {
    this.output = '';
    const launched = spawn(process.execPath, [this.main], {
      env: {
        PATH: process.env.PATH ?? '',
        MAILROOM_DATA_DIR: this.dataDirectory,
        MAILROOM_HTTP_PORT: String(this.ports.http),
        MAILROOM_SMTP_PORT: String(this.ports.smtp),
        LOG_LEVEL: 'fatal',
        PARSER_WORKERS: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    launched.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    launched.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    return launched;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.child = this.launch(env);
    await until(() => this.output.includes('Mailroom is ready'), { what: 'the system to be ready' });
  }

  /** Its exit code; null if the signal itself ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.child;
    if (!ending) return null;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }

  async manager(): Promise<ApiClient> {
    const token = await readFile(join(this.dataDirectory, 'manager-token'), 'utf8');
    return new ApiClient(`http://127.0.0.1:${this.ports.http}`, token.trim());
  }

  /** Whether its Postgres is running, wherever the cluster is. */
  postgresRuns(): boolean {
    const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
    return commands.some((command) => command.includes('postgres') && command.includes(this.#clusterDirectory()));
  }

  async remove(): Promise<void> {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.end('SIGTERM');
    await rm(this.dataDirectory, { recursive: true, force: true });
  }

  #clusterDirectory(): string {
    const recorded = join(this.dataDirectory, 'postgres-location');
    return existsSync(recorded) ? readFileSync(recorded, 'utf8').trim() : this.dataDirectory;
  }
}
