import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { StandaloneProcess } from './standalone-process.js';

let system: StandaloneProcess;
beforeAll(async () => {
  system = await StandaloneProcess.make();
});
afterAll(() => system.remove());

describe('the running system', () => {
  it('killed again and again during delivery has every accepted message exactly once afterwards', async () => {
    await system.start();
    const { mailbox } = await (await system.manager()).data('POST', '/mailboxes', { email: 'kept@mailroom.test' });
    const accepted = new Set<string>();
    const offered = new Set<string>();
    let sending = true;
    const sender = async (lane: number) => {
      for (let number = 0; sending; number += 1) {
        const subject = `message ${lane}-${number}`;
        offered.add(subject);
        const text = number % 5 === 0 ? 'x'.repeat(20_000) : 'short';
        const transport = nodemailer.createTransport({
          host: '127.0.0.1',
          port: system.ports.smtp,
          ignoreTLS: true,
          connectionTimeout: 2_000,
        });
        await transport.sendMail({ from: 'a@example.org', to: 'kept@mailroom.test', subject, text }).then(
          () => accepted.add(subject),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
        transport.close();
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    for (let round = 1; round <= 4; round += 1) {
      const goal = accepted.size + 40;
      await until(() => accepted.size >= goal, { timeoutMs: 60_000, what: `${goal} accepted messages` });
      await system.end('SIGKILL');
      await system.start();
    }
    sending = false;
    await Promise.all(senders);
    const api = await system.manager();
    const list = async () => {
      const subjects: string[] = [];
      for (let cursor = 0, hasMore = true; hasMore;) {
        const page = await api.data('GET', `/emails?accountId=${mailbox.id}&timeSort=1&size=50&cursor=${cursor}`);
        subjects.push(...page.items.map(({ subject }: { subject: string }) => subject));
        ({ hasMore } = page);
        cursor = page.nextCursor;
      }
      return subjects;
    };
    // An oldest-first list stops before mail that still waits for a parser, which may have died with it and come back
    // later.
    let seen: string[] = [];
    await until(
      async () => {
        seen = await list();
        const shown = new Set(seen);
        return [...accepted].every((subject) => shown.has(subject));
      },
      { timeoutMs: 90_000, what: 'every accepted message to be ready' },
    );
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen.filter((subject) => !offered.has(subject))).toEqual([]);
  }, 180_000);

  it('refuses a second one on its data directory, in one line and without harm to the first', async () => {
    const second = system.launch({ MAILROOM_HTTP_PORT: '0', MAILROOM_SMTP_PORT: '0' });
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).not.toBe(0);
    expect(system.output.trim().split('\n')).toHaveLength(1);
    expect(system.output).toMatch(/already runs on .*stop it first/);
    expect((await (await system.manager()).call('GET', '/me')).status).toBe(200);
  });
});
