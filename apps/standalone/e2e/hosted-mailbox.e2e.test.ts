import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenText } from '@mailroom/identity';
import { HostedClient } from './hosted-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
const client = (token = '') => new HostedClient(mailroom.baseUrl, token);
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

describe('GET /v1/mailboxes/self', () => {
  it('shows the mailbox of the token, without an envelope', async () => {
    const { id, address, api } = await mailroom.mailbox();
    const { status, body, headers } = await client(api.token).call('GET', '/v1/mailboxes/self');
    expect(status).toBe(200);
    expect(body).toEqual({
      mailboxId: id,
      accountId: id,
      tenantId: mailroom.tenantId,
      address,
      name: '',
      status: 'active',
      scopes: ['read', 'send'],
      tokenExpiresAt: null,
      createdAt: expect.any(String),
    });
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is closed to whoever shows no token, or none that works, and says so in plain JSON', async () => {
    const { status, body, headers } = await client().call('GET', '/v1/mailboxes/self');
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'missing_token', fix: expect.any(String) } });
    expect(body.requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('www-authenticate')).toBe('Bearer realm="mailroom"');
    const unknown = await client(createTokenText('mrt_')).call('GET', '/v1/mailboxes/self');
    expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  });

  it('has no answer for a manager, who has no mailbox of his own, but for advice', async () => {
    const { status, body } = await client(mailroom.manager.token).call('GET', '/v1/mailboxes/self');
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'insufficient_scope', fix: expect.stringContaining('mailbox token') });
  });
});

describe('paths of hosted mailboxes', () => {
  it.each(['/v1', '/v1/nothing', '/public', '/public/nothing', '/v1/mailboxes/self/nothing'])(
    'that lead nowhere say so in plain JSON: %s',
    async (path) => {
      const { status, body } = await client().call('GET', path);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(Object.keys(body)).not.toContain('ok');
    },
  );

  it('leave those of the agent API alone', async () => {
    const { body } = await client(mailroom.manager.token).call('GET', '/api/agent/v1/me');
    expect(body.ok).toBe(true);
  });
});

describe('GET /v1/openapi.json', () => {
  it('describes the surface to everybody', async () => {
    const { status, body } = await client().call('GET', '/v1/openapi.json');
    expect(status).toBe(200);
    expect(body.paths['/v1/mailboxes/self'].get.operationId).toBe('getOwnMailbox');
  });
});
