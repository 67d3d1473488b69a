import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
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

/** An attacker's machine is not the attacked one: here both are, so what it takes to attack takes what is left. */
const NICE = 10;

/** The process that attacks. */
export class Attacks {
  readonly #child: ChildProcess;
  readonly #output: Promise<string>;

  constructor(target: Target) {
    const child = spawn(process.execPath, [program, JSON.stringify(target)], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (child.pid !== undefined) setPriority(child.pid, NICE);
    this.#child = child;
    this.#output = text(child.stdout);
  }

  /** Returns how often it did what. */
  async stop(): Promise<Record<string, number>> {
    this.#child.stdin?.end();
    return JSON.parse(await this.#output) as Record<string, number>;
  }
}
