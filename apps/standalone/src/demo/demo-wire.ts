import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

function wire(direction: '>' | '<', text: string): void {
  for (const line of text.trimEnd().split(/\r?\n/)) process.stdout.write(`  ${direction} ${line}\n`);
}

/** What the demo reads from an answer. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the demo prints JSON as it comes, as a script would
type Answer = { readonly data: any };

/** Calls the API as any client would, and shows both directions. */
export class DemoApi {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  async call(method: string, path: string, body?: object): Promise<Answer> {
    wire('>', `${method} /api/agent/v1${path}${body ? ` ${JSON.stringify(body)}` : ''}`);
    const answer = await this.quietly(method, path, body);
    const text = JSON.stringify(answer);
    wire('<', text.length > 600 ? `${text.slice(0, 600)} …` : text);
    return answer;
  }

  async quietly(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/agent/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** Speaks SMTP over a bare socket, so that every line can be shown. */
export class DemoSmtp {
  private constructor(private readonly socket: Socket) {}

  static async connect(port: number): Promise<DemoSmtp> {
    const socket = createConnection(port, '127.0.0.1');
    socket.setEncoding('utf8');
    const smtp = new DemoSmtp(socket);
    await smtp.#reply();
    return smtp;
  }

  async command(text: string): Promise<void> {
    wire('>', text);
    this.socket.write(`${text}\r\n`);
    await this.#reply();
  }

  async #reply(): Promise<void> {
    let text = '';
    while (!/^\d{3} .*\r\n$/m.test(text)) text += String((await once(this.socket, 'data'))[0]);
    wire('<', text);
    if (!/^[23]/.test(text)) throw new Error(`The server said: ${text}`);
  }
}
