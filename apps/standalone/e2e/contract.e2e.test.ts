import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import fc from 'fast-check';
import { makeAgentKey } from './agent-key.js';
import { fieldsOf, isFreeText, operations, problems, type DocumentedOperation } from './api-document.js';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { startMailroom, type Answer, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let hook: HookReceiver;
let world: Awaited<ReturnType<typeof build>>;
let stranger: ApiClient;
beforeAll(async () => {
  mailroom = await startMailroom();
  stranger = await mailroom.stranger();
  hook = await startHookReceiver();
  world = await build();
});
afterAll(async () => {
  hook.close();
  await mailroom.close();
});

/** A mailbox with one of everything. */
async function build() {
  const { id: accountId, address, api } = await mailroom.mailbox();
  const mail = async (subject: string): Promise<Answer['body']> => {
    await mailroom.send({
      from: 'ada@example.org',
      to: address,
      subject,
      text: 'Your code is 113355',
      attachments: [{ filename: 'a.txt', content: 'hello' }],
    });
    return api.data('GET', `/emails/${(await mailroom.received(api, subject)).id}`);
  };
  const url = `${hook.origin}/`;
  const webhook = await api.data('POST', '/webhooks', { url });
  const email = await mail('the contract');
  const deliveries = () => api.data('GET', `/webhooks/${webhook.webhookId}/deliveries`);
  await until(async () => (await deliveries()).items[0]?.finishedAt, { what: 'the webhook to be delivered' });
  const delivery = (await deliveries()).items[0];
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
  await database.query(
    statement(
      'test-suppress',
      `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, smtp_status)
       select tenant_id, 'gone@example.org', 'bounce', id, $2, '5.1.1' from mailbox where id = $1`,
    ),
    [accountId, email.id],
  );
  await database.close();
  const { publicKey, message, packet } = await makeAgentKey(address);
  await mailroom.send({ from: 'ada@example.org', to: address, subject: 'sealed', text: message });
  const { id: sealedId } = await mailroom.received(api, 'sealed');
  return { accountId, address, api, mail, url, email, webhook, delivery, publicKey, sealedId, packet };
}

type Call = { by?: 'manager'; path?: Record<string, string | number>; query?: string; body?: Record<string, unknown> };

/** A successful call of each operation; an operation that is missing here fails the test. */
const calls: Record<string, () => Call | Promise<Call>> = {
  getMe: () => ({}),
  listMailboxes: () => ({}),
  createMailbox: () => ({ by: 'manager', body: { email: `made@${mailroom.domain}` } }),
  updateMailbox: () => ({ by: 'manager', path: { accountId: world.accountId } }),
  listTokens: () => ({ by: 'manager', path: { accountId: world.accountId } }),
  createToken: () => ({ by: 'manager', path: { accountId: world.accountId } }),
  revokeToken: async () => {
    const { id } = await mailroom.manager.data('POST', `/mailboxes/${world.accountId}/tokens`, {});
    return { by: 'manager', path: { tokenId: id } };
  },
  listAuditEntries: () => ({ by: 'manager' }),
  searchEmails: () => ({ query: '?q=contract&from=ada&direction=received&hasAttachment=true&since=2020-01-01' }),
  listEmails: () => ({ query: '?view=full&size=5' }),
  getEmail: () => ({ path: { emailId: world.email.id } }),
  downloadRaw: () => ({ path: { emailId: world.email.id } }),
  setLabels: () => ({ path: { emailId: world.email.id } }),
  deleteEmail: async () => ({ by: 'manager', path: { emailId: (await world.mail('to be deleted')).id } }),
  markRead: () => ({ body: { emailIds: [world.email.id] } }),
  waitForEmail: () => ({ body: { afterEmailId: 0, from: undefined, timeoutSeconds: 5 } }),
  streamEvents: () => ({}),
  listThreads: () => ({}),
  getThread: () => ({ path: { threadId: world.email.threadId } }),
  listAttachments: () => ({ query: `?emailId=${world.email.id}` }),
  downloadAttachment: () => ({ path: { attachmentId: world.email.attachments[0].id } }),
  readAttachmentText: () => ({ path: { attachmentId: world.email.attachments[0].id } }),
  listTasks: () => ({ query: '?status=new,processing&includeLocked=true' }),
  listLabels: () => ({}),
  getTaskStats: () => ({}),
  claimNextTask: async () => {
    await world.mail('to be claimed');
    return {};
  },
  claimTaskBatch: async () => {
    await world.mail('to be claimed too');
    return {};
  },
  requeueExpiredTasks: () => ({}),
  updateTaskBatch: async () => ({ body: { emailIds: [(await world.mail('batch')).id, 999_999] } }),
  renewTaskBatch: async () => ({ body: { emailIds: [await claimed('renew batch')] } }),
  releaseTaskBatch: async () => ({ body: { emailIds: [await claimed('release batch')] } }),
  claimTask: async () => ({ path: { emailId: (await world.mail('claim')).id } }),
  renewTask: async () => ({ path: { emailId: await claimed('renew') } }),
  releaseTask: async () => ({ path: { emailId: await claimed('release') } }),
  setTask: async () => ({ path: { emailId: await claimed('set') } }),
  sendEmail: () => ({}),
  replyToEmail: () => ({
    body: { emailId: world.email.id, to: ['ada@example.org'], completeTask: undefined, owner: undefined },
  }),
  storeBody: () => ({}),
  listDrafts: () => ({}),
  createDraft: () => ({}),
  getDraft: async () => ({ path: { draftId: (await draft()).id } }),
  saveDraft: async () => ({ path: { draftId: (await draft()).id }, body: { version: 1 } }),
  deleteDraft: async () => ({ path: { draftId: (await draft()).id } }),
  sendDraft: async () => ({ path: { draftId: (await draft()).id }, body: { version: 1 } }),
  attachToDraft: async () => ({ path: { draftId: (await draft()).id } }),
  downloadDraftAttachment: async () => ({ path: await attachedToDraft() }),
  detachFromDraft: async () => ({ path: await attachedToDraft() }),
  listKeys: () => ({}),
  registerKey: () => ({ body: { publicKey: world.publicKey } }),
  deleteKey: async () => ({ path: { keyId: await agentKey() } }),
  listUnwrapped: async () => ({ path: { keyId: await agentKey() } }),
  listBridges: () => ({}),
  registerBridge: async () => ({ body: { keyId: await agentKey(), publicKeyFingerprint: undefined } }),
  deleteBridge: async () => {
    const { id } = await world.api.data('POST', '/bridge/register', { keyId: await agentKey() });
    return { path: { bridgeId: id } };
  },
  addEnvelope: async () => {
    const body = { keyId: await agentKey(), packet: world.packet.toString('base64') };
    return { by: 'manager', path: { emailId: world.sealedId }, body };
  },
  findKeys: () => ({ query: `?address=nobody@${mailroom.domain}` }),
  pinKey: async () => {
    const { fingerprint } = await world.api.data('POST', '/keys', { kind: 'owner', publicKey: world.publicKey });
    await mailroom.manager.data('GET', `/keys/find?address=${world.address}`);
    return { by: 'manager', body: { address: world.address, fingerprint } };
  },
  listSuppressions: () => ({ by: 'manager' }),
  liftSuppression: () => ({ by: 'manager', path: { address: 'gone@example.org' } }),
  listDomains: () => ({ by: 'manager' }),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: { url: world.url } }),
  deleteWebhook: async () => {
    const { webhookId } = await world.api.data('POST', '/webhooks', { url: world.url });
    return { path: { webhookId } };
  },
  listDeliveries: () => ({ path: { webhookId: world.webhook.webhookId } }),
  getDelivery: () => ({ path: { webhookId: world.webhook.webhookId, deliveryId: world.delivery.id } }),
  replayDelivery: () => ({ path: { webhookId: world.webhook.webhookId, deliveryId: world.delivery.id } }),
  testWebhook: () => ({ path: { webhookId: world.webhook.webhookId } }),
  rotateSecret: () => ({ path: { webhookId: world.webhook.webhookId } }),
};

/** What a manager of a tenant without mailboxes gets from operations that name no resource. */
const ofTheTenantItself: Record<string, object> = {
  getMe: { mailboxes: [] },
  listMailboxes: { items: [] },
  listAuditEntries: { items: [] },
  listDomains: { items: [] },
  listWebhooks: { items: [] },
  markRead: { updated: 0 },
  findKeys: { keys: [] },
};

/** A task that the agent of the examples holds. */
async function claimed(subject: string): Promise<number> {
  const { id } = await world.mail(subject);
  await world.api.data('POST', `/emails/${id}/claim`, { owner: 'agent-1' });
  return id;
}

const agentKey = async () =>
  (await world.api.data('POST', '/keys', { kind: 'agent', publicKey: world.publicKey })).id as number;

const draft = () => world.api.data('POST', '/drafts', { to: ['ada@example.org'], text: 'a draft' });

async function attachedToDraft(): Promise<Record<string, number>> {
  const { id: draftId } = await draft();
  const file = { filename: 'a.txt', content: 'aGVsbG8=' };
  const { id: attachmentId } = await world.api.data('POST', `/drafts/${draftId}/attachments`, file);
  return { draftId, attachmentId };
}

const fill = (path: string, values: Record<string, string | number>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? `missing ${name}`)));

async function callOf(operation: DocumentedOperation): Promise<{ api: ApiClient; path: string; body?: object }> {
  const { by, path = {}, query = '', body } = (await calls[operation.id]?.()) ?? {};
  const given = operation.body && { ...operation.body.example, ...body };
  return {
    api: by === 'manager' ? mailroom.manager : world.api,
    path: `${fill(operation.path, path)}${query}`,
    ...(given && { body: given }),
  };
}

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_, operation) => {
    it('answers what its description says', async () => {
      expect(Object.keys(calls)).toContain(operation.id);
      const { api, path, body } = await callOf(operation);
      if (operation.answer === null) {
        const headers = { authorization: `Bearer ${api.token}` };
        const response = await fetch(`${api.baseUrl}/api/agent/v1${path}`, { headers });
        await response.body?.cancel();
        return expect(response.status).toBe(200);
      }
      const { status, body: answer } = await api.call(operation.method, path, body);
      expect({ status, problems: problems(operation.answer, answer), answer }).toMatchObject({
        status: 200,
        problems: [],
      });
    });

    it('tells another tenant nothing of what is here', async () => {
      const { path, body } = await callOf(operation);
      const named = { accountId: world.accountId };
      const takesAccount = operation.parameters.some(
        ({ name, in: place }) => name === 'accountId' && place === 'query',
      );
      const bodyTakesAccount = fieldsOf(operation).some(([field]) => field === 'accountId');
      const query = takesAccount ? `${path.includes('?') ? '&' : '?'}accountId=${world.accountId}` : '';
      const given = body && { ...body, ...(bodyTakesAccount && named) };
      const { status, body: answer } = await stranger.call(operation.method, `${path}${query}`, given);
      const own = ofTheTenantItself[operation.id];
      if (own) return expect({ status, data: answer.data }).toMatchObject({ status: 200, data: own });
      expect({ status, type: answer.error?.type }).toEqual({ status: 404, type: 'not_found' });
    });

    it('refuses whatever its description forbids, and never breaks', async () => {
      const api = mailroom.manager;
      const refused = async (path: string, body: unknown, statuses: number[]) => {
        const { status, body: answer } = await api.call(operation.method, path, body);
        const shown = { path, body, message: answer.message };
        expect({ ...shown, refused: statuses.includes(status), envelope: answer.ok }).toEqual({
          ...shown,
          refused: true,
          envelope: false,
        });
      };
      const ids = Object.fromEntries(operation.parameters.map(({ name }) => [name, 1]));
      const example = operation.body?.example;
      const forbiddenBody = fieldsOf(operation).map(([field, schema]) =>
        fc
          .jsonValue({ maxDepth: 1 })
          .filter((value) => value !== null && problems(schema, value).length > 0)
          .map((value) => ({ ...example, [field]: value })),
      );
      const bodies = fc.oneof(fc.constant({ ...example, notAField: 1 }), fc.constant([1]), ...forbiddenBody);
      if (example) {
        await fc.assert(
          fc.asyncProperty(bodies, (body) => refused(fill(operation.path, ids), body, [400])),
          { numRuns: 20 },
        );
      }
      const forbiddenQuery = operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) =>
          fc
            .string({ minLength: 1, maxLength: 12 })
            .filter(
              (text) =>
                problems(schema, text).length > 0 &&
                problems(schema, Number(text)).length > 0 &&
                !/^(true|false)$/.test(text),
            )
            .map((text) => `?${name}=${encodeURIComponent(text)}`),
        );
      const strict = operation.parameters.filter(({ in: place, schema }) => place === 'query' && !isFreeText(schema));
      if (strict.length > 0) {
        const queries = fc.oneof(
          ...forbiddenQuery.filter(
            (_, index) => !isFreeText(operation.parameters.filter((p) => p.in === 'query')[index]?.schema ?? {}),
          ),
        );
        await fc.assert(
          fc.asyncProperty(queries, (query) => refused(`${fill(operation.path, ids)}${query}`, example, [400, 404])),
          { numRuns: 15 },
        );
      }
      const paths = fc
        .string({ minLength: 1, maxLength: 20 })
        .map((text) => fill(operation.path, Object.fromEntries(Object.keys(ids).map((name) => [name, `~${text}`]))));
      if (operation.path.includes('{')) {
        await fc.assert(
          fc.asyncProperty(paths, (path) => refused(path, example, [400, 404])),
          { numRuns: 10 },
        );
      }
    });
  },
);
