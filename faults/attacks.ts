import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export type Target = {
  readonly httpPort: number;
  readonly smtpPort: number;
  /** The attacker's own mailbox. */
  readonly address: string;
  readonly token: string;
  readonly largeTextBytes: number;
  readonly idleConnections: number;
  /** The names of the attacks to make; all where it is left out. */
  readonly only?: readonly string[];
};

const program = fileURLToPath(new URL('attacker.mjs', import.meta.url));

/** The process that attacks. */
export class Attacks {
  readonly #child: ChildProcess;
  readonly #output: Promise<string>;

  constructor(target: Target) {
    const child = spawn(process.execPath, [program, JSON.stringify(target)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#output = text(child.stdout);
  }

  /** Returns how often it did what. */
  async stop(): Promise<Record<string, number>> {
    this.#child.stdin?.end();
    return JSON.parse(await this.#output) as Record<string, number>;
  }
}
