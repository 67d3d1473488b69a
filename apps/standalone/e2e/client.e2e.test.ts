import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailroomClient, MailroomError, type MailroomEvent } from '@mailroom/client';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let manager: MailroomClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  const { baseUrl, token } = mailroom.manager;
  manager = new MailroomClient({ baseUrl, token });
});
afterAll(() => mailroom.close());

let boxes = 0;
async function agent() {
  const { mailbox, token } = await manager.createMailbox({ email: `client${(boxes += 1)}@${mailroom.domain}` });
  return { mailbox, client: new MailroomClient({ baseUrl: mailroom.manager.baseUrl, token: token.token }) };
}

describe('the generated client', () => {
  it('goes through the whole work of an agent', async () => {
    const { mailbox, client } = await agent();
    const claiming = client.claimNextTask({ owner: 'a', waitSeconds: 20 });
    await mailroom.send({
      from: 'Ada <ada@example.org>',
      to: mailbox.email,
      subject: 'Your code',
      text: 'Your verification code is 135790.',
      attachments: [{ filename: 'a.txt', content: 'hello' }],
    });
    const email = await claiming;
    if (!email || !('subject' in email)) throw new Error('There was no task.');
    expect(email).toMatchObject({ verificationCode: '135790', task: { leaseOwner: 'a' } });
    expect(Buffer.from(await client.downloadAttachment(email.attachments?.[0]?.id ?? 0)).toString()).toBe('hello');
    expect(Buffer.from(await client.downloadRaw(email.id)).toString()).toContain('Subject: Your code');
    await client.renewTask(email.id, { owner: 'a', checkpoint: 'half way' });
    const { bodyRef } = await client.storeBody({ text: 'A long answer.' });
    const sent = await client.replyToEmail(
      { emailId: email.id, bodyRef, completeTask: true, owner: 'a', to: ['ada@example.org'] },
      { idempotencyKey: 'answer' },
    );
    expect(sent).toMatchObject({ direction: 'sent', delivery: { idempotencyKeyEcho: 'answer' } });
    expect((await client.getEmail(email.id)).task?.status).toBe('handled');
    expect((await client.getTaskStats()).byStatus).toMatchObject({ handled: { total: 1 } });
    expect((await client.listEmails({ type: 1 })).items.map(({ id }) => id)).toEqual([sent.id]);
    expect((await client.listThreads()).items).toHaveLength(1);
    expect(await client.markRead({ emailIds: [email.id] })).toEqual({ updated: 1 });
    expect((await client.setLabels(email.id, { labels: ['done'] })).labels).toEqual(['done']);
  });

  it('rejects with what the API said', async () => {
    const { client } = await agent();
    const failure = client.sendEmail({ to: ['not an address'], text: 'x' });
    await expect(failure).rejects.toBeInstanceOf(MailroomError);
    await expect(failure).rejects.toMatchObject({
      type: 'invalid_request',
      details: { status: 400, requestId: expect.stringMatching(/^req_/), errors: [{ field: 'to.0' }] },
    });
    await expect(client.getEmail(999_999)).rejects.toMatchObject({ type: 'not_found', details: { status: 404 } });
  });

  it('follows events over a connection that breaks', async () => {
    const { mailbox, client } = await agent();
    const stop = new AbortController();
    const seen: MailroomEvent[] = [];
    const following = (async () => {
      for await (const event of client.events({ types: 'email.received' }, { signal: stop.signal })) {
        if (event.type !== 'stream.reset') seen.push(event);
        if (seen.length === 2) stop.abort();
      }
    })();
    const ids = new Set<number>();
    while (seen.length < 2) {
      await mailroom.send({ from: 'a@example.org', to: mailbox.email, subject: 's', text: 'x' });
      const { email } = await client.waitForEmail({ afterEmailId: Math.max(0, ...ids), timeoutSeconds: 5 });
      if (email) ids.add(email.id);
    }
    await following;
    expect(seen.map(({ data }) => data.email?.direction)).toEqual(['received', 'received']);
  });
});

describe('a call that fails', () => {
  async function answering(statuses: readonly number[]) {
    let calls = 0;
    const server = createServer((request, response) => {
      request.resume();
      const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
      calls += 1;
      if (status === 0) return request.socket.destroy();
      const body = {
        ok: status === 200,
        code: status,
        message: 'm',
        requestId: 'r',
        data: {},
        error: { type: 'unavailable' },
      };
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new MailroomClient({ baseUrl: `http://127.0.0.1:${port}/`, token: 'mrt_x' });
    return { client, calls: () => calls, close: () => server.close() };
  }

  it('is repeated when the service says to try again, also a send', async () => {
    const { client, calls, close } = await answering([503, 429, 200]);
    await client.sendEmail({ to: ['a@example.org'], text: 'x' });
    expect(calls()).toBe(3);
    close();
  });

  it('is not repeated where that might do a thing twice', async () => {
    const { client, calls, close } = await answering([0]);
    await expect(client.sendEmail({ to: ['a@example.org'], text: 'x' })).rejects.toMatchObject({ type: 'unreachable' });
    expect(calls()).toBe(1);
    await expect(client.sendEmail({ to: ['a@example.org'], text: 'x', idempotencyKey: 'k' })).rejects.toThrow();
    expect(calls()).toBe(4);
    close();
  });

  it('is not repeated when the request is wrong', async () => {
    const { client, calls, close } = await answering([400]);
    await expect(client.listEmails()).rejects.toMatchObject({ details: { status: 400 } });
    expect(calls()).toBe(1);
    close();
  });
});
