import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostedClient } from './hosted-client.js';
import { MESSAGES, newcomer } from './hosted-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('what belongs to someone else', () => {
  it('is as if it were not there', async () => {
    const [ada, eve] = [await newcomer(mailroom), await newcomer(mailroom)];
    const sent = await ada.client.data('POST', '/v1/messages/send', { to: [eve.address], subject: 'Hi', text: 'Hi.' });
    const missing = '9007199254740991';
    const paths: [string, string, string, object?][] = [
      ['GET', `${MESSAGES}/`, ''],
      ['GET', '/v1/outbound-jobs/', ''],
      ['POST', '/v1/messages/', '/reply', { text: 'Hi.' }],
    ];
    for (const [method, before, after, body] of paths) {
      const own = before.includes('jobs') ? sent.outboundJobId : sent.messageId;
      const answers: unknown[] = [];
      for (const id of [own, missing, '0', 'x', '1e9', '99999999999999999999', randomBytes(8).toString('hex')]) {
        const { status, body: answer } = await eve.client.call(method, `${before}${id}${after}`, body);
        answers.push({ status, error: answer.error, message: answer.message, fix: answer.fix });
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 404, error: 'not_found' });
    }
    const policies = [ada.tenantId, 'tnt_none', 'x'].map((id) =>
      eve.client.call('GET', `/v1/tenants/${id}/send-policy`),
    );
    const answers = (await Promise.all(policies)).map(({ status, body }) =>
      JSON.stringify([status, body.error, body.message]),
    );
    expect(new Set(answers)).toEqual(new Set([JSON.stringify([404, 'not_found', 'There is no such tenant.'])]));
  });
});

describe('GET /v1/tenants/{tenantId}/send-policy', () => {
  it('says what a newcomer may send, and why not more', async () => {
    const ada = await newcomer(mailroom);
    expect(await ada.client.data('GET', `/v1/tenants/${ada.tenantId}/send-policy`)).toEqual({
      tenantId: ada.tenantId,
      policy: 'internal_only',
      externalSendAllowed: false,
      reason: 'external_send_not_enabled',
      limits: { externalPerHour: 1, externalPerDay: 10 },
      usage: { externalPerHour: 0, externalPerDay: 0 },
    });
  });

  it("is open to a manager, as are the jobs of the tenant's mailboxes", async () => {
    const manager = new HostedClient(mailroom.baseUrl, mailroom.manager.token);
    const policy = await manager.data('GET', `/v1/tenants/${mailroom.tenantId}/send-policy`);
    expect(policy).toMatchObject({ policy: 'external_enabled', externalSendAllowed: true, reason: null });
    const { api, address } = await mailroom.mailbox();
    const sent = await new HostedClient(mailroom.baseUrl, api.token).data('POST', '/v1/messages/send', {
      to: [address],
      subject: 'Hi',
      text: 'Hi.',
    });
    expect((await manager.data('GET', `/v1/outbound-jobs/${sent.outboundJobId}`)).messageId).toBe(sent.messageId);
  });
});

/** Every operation that needs a credential, with a body that is right. */
const operations: [string, string, object | undefined][] = [
  ['GET', '/v1/mailboxes/self', undefined],
  ['GET', MESSAGES, undefined],
  ['GET', `${MESSAGES}/1`, undefined],
  ['POST', '/v1/messages/send', { to: ['a@mailroom.test'], subject: 'Hi', text: 'Hi.' }],
  ['POST', '/v1/messages/1/reply', { text: 'Hi.' }],
  ['GET', '/v1/outbound-jobs/1', undefined],
  ['POST', '/v1/auth/token/rotate', {}],
  ['GET', '/v1/tenants/tnt_default/send-policy', undefined],
];

describe.each(operations)('%s %s', (method, path, body) => {
  it('is closed to whoever has no credential that works', async () => {
    for (const token of ['', 'mrt_nothing', `mrt_${'a'.repeat(49)}`]) {
      const {
        status,
        body: answer,
        headers,
      } = await new HostedClient(mailroom.baseUrl, token).call(method, path, body);
      expect(status).toBe(401);
      expect(answer).toMatchObject({
        error: token === '' ? 'missing_token' : 'invalid_token',
        message: expect.any(String),
      });
      expect(answer.requestId).toBe(headers.get('x-request-id'));
      expect(headers.get('www-authenticate')).toContain('Bearer');
    }
  });
});

describe('the routes of the own mailbox', () => {
  it.each(operations.filter(([, path]) => !/jobs|policy/.test(path)))(
    'give a manager advice instead of an answer: %s %s',
    async (method, path, body) => {
      const { status, body: answer } = await new HostedClient(mailroom.baseUrl, mailroom.manager.token).call(
        method,
        path,
        body,
      );
      expect({ status, answer }).toMatchObject({
        status: 403,
        answer: { error: 'insufficient_scope', fix: expect.any(String) },
      });
    },
  );

  it('keep to the scopes of a token', async () => {
    const { id } = await mailroom.mailbox();
    const issue = async (scopes: string[]) => {
      const { token } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes });
      return new HostedClient(mailroom.baseUrl, token);
    };
    const [reader, sender] = [await issue(['read']), await issue(['send'])];
    const refused = { status: 403, body: { error: 'insufficient_scope' } };
    const mail = { to: ['a@mailroom.test'], subject: 'Hi', text: 'Hi.' };
    expect(await reader.call('POST', '/v1/messages/send', mail)).toMatchObject(refused);
    expect(await sender.call('GET', MESSAGES)).toMatchObject(refused);
    expect((await reader.call('GET', MESSAGES)).status).toBe(200);
  });
});
