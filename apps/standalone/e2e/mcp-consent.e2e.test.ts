import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { FormBrowser } from './oauth-browser.js';
import { OAuthFlow, originOf, type Json } from './oauth-flow.js';

let mailroom: Mailroom;
/** The address that the installation calls itself by. */
let base: string;
let flows: OAuthFlow;
beforeAll(async () => {
  mailroom = await startMailroom();
  base = await originOf(mailroom.baseUrl);
  flows = new OAuthFlow(base);
});
afterAll(() => mailroom.close());

async function json(url: string): Promise<Json> {
  return (await fetch(url)).json();
}

describe('a consent', () => {
  it('is refused by who says no, and by who has no token', async () => {
    const { api } = await mailroom.mailbox();
    expect((await flows.authorize({ token: api.token, answer: 'deny' })).code).toBe('access_denied');
    await expect(flows.authorize({ token: 'mrt_no' })).rejects.toThrow(/401.*not valid/s);
  });

  it('of a manager names the mailbox', async () => {
    const { id, address } = await mailroom.mailbox();
    const { body } = await flows.exchange(await flows.authorize({ token: mailroom.manager.token, accountId: id }));
    expect((await flows.callMcp(body.access_token)).answer).toMatchObject({
      type: 'mailbox',
      mailboxes: [{ address }],
    });
    expect(
      (await flows.callMcp(body.access_token, 'list_emails', { accountId: (await mailroom.mailbox()).id })).answer,
    ).toMatchObject({
      error: { type: 'not_found' },
    });
  });

  it('of a manager names any mailbox by its address, where there are more than the page lists', async () => {
    const { token } = mailroom.manager;
    const oldest = await mailroom.mailbox();
    for (let number = 0; number < 51; number += 1) await mailroom.mailbox();
    const address = ` ${oldest.address.toUpperCase()} `;
    const { body } = await flows.exchange(await flows.authorize({ token, address }));
    expect((await flows.callMcp(body.access_token)).answer.mailboxes).toMatchObject([{ address: oldest.address }]);
    for (const other of [`nobody@${oldest.address.split('@')[1]}`, 'no address', '"><script>'])
      await expect(flows.authorize({ token, address: other })).rejects.toThrow(/404.*no mailbox with that address/s);
  });

  it('of a manager who has no mailbox yet is told so, instead of being asked again and again', async () => {
    const { token } = await mailroom.stranger();
    await expect(flows.authorize({ token })).rejects.toThrow(/403.*no mailbox yet/s);
  });

  it('gives no more than was asked for, and no more than the token has', async () => {
    const { id, api } = await mailroom.mailbox();
    const { body: narrow } = await flows.exchange(await flows.authorize({ token: api.token }, { scope: 'read' }));
    expect((await flows.callMcp(narrow.access_token)).answer.scopes).toEqual(['read']);
    const { token: reader } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { scopes: ['read'] });
    const { body: read } = await flows.exchange(await flows.authorize({ token: reader }));
    expect((await flows.callMcp(read.access_token)).answer.scopes).toEqual(['read']);
  });

  it.each([
    ['nothing in particular', '', ['read', 'send']],
    ['who somebody is', 'openid', ['read', 'send']],
    ['reading and who somebody is', 'openid read offline_access', ['read']],
    ['what nobody has heard of', 'everything', ['read', 'send']],
  ])('to a client that asks for %s is one to what there is', async (_what, scope, scopes) => {
    const { api } = await mailroom.mailbox();
    const { body } = await flows.exchange(await flows.authorize({ token: api.token }, { scope }));
    expect(body).toEqual(expect.not.objectContaining({ id_token: expect.anything() }));
    expect(body.scope).toBe(scopes.join(' '));
    expect((await flows.callMcp(body.access_token)).answer.scopes).toEqual(scopes);
  });

  it('ends with the token that it was given with', async () => {
    const { id } = await mailroom.mailbox();
    const { token: own, id: tokenId } = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, {});
    const { body } = await flows.exchange(await flows.authorize({ token: own }));
    expect((await flows.callMcp(body.access_token)).status).toBe(200);
    await mailroom.manager.data('DELETE', `/tokens/${tokenId}`);
    await expect(flows.eventuallyRefused(body.access_token)).resolves.toBe(401);
  });

  it('is for the resources that were asked for, and for no others', async () => {
    const { api } = await mailroom.mailbox();
    const agentApi = `${base}/api/agent/v1`;
    const me = async (accessToken: string) =>
      (await fetch(`${agentApi}/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status;
    const { body: mcp } = await flows.exchange(await flows.authorize({ token: api.token }));
    expect([(await flows.callMcp(mcp.access_token)).status, await me(mcp.access_token)]).toEqual([200, 401]);
    const { body: own } = await flows.exchange(await flows.authorize({ token: api.token }, { resource: agentApi }));
    expect([(await flows.callMcp(own.access_token)).status, await me(own.access_token)]).toEqual([401, 200]);
    const both = await flows.authorize({ token: api.token }, { resource: [`${base}/mcp`, agentApi] });
    const { body: all } = await flows.exchange(both);
    expect([(await flows.callMcp(all.access_token)).status, await me(all.access_token)]).toEqual([200, 200]);
  });

  it('is for no resource that a client names beside the one that was consented to', async () => {
    const { api } = await mailroom.mailbox();
    const resource = [`${base}/mcp`, `${base}/api/agent/v1`];
    const flow = await flows.authorize({ token: api.token });
    expect((await flows.exchange(flow, { resource })).body).toMatchObject({ error: 'invalid_target' });
    const again = await flows.authorize({ token: api.token });
    const { body: first } = await flows.exchange(again);
    const { client_id } = again.client;
    const refresh = { grant_type: 'refresh_token', client_id, refresh_token: first.refresh_token };
    for (const other of [resource, `${base}/api/agent/v1`, 'https://elsewhere.test/'])
      expect((await flows.token({ ...refresh, resource: other })).body).toMatchObject({ error: 'invalid_target' });
    expect((await flows.token(refresh)).body).toMatchObject({ access_token: expect.any(String) });
  });

  it('is described where clients look for it', async () => {
    for (const path of [
      'oauth-authorization-server/oauth',
      'oauth-authorization-server',
      'openid-configuration/oauth',
    ]) {
      expect(await json(`${base}/.well-known/${path}`)).toMatchObject({
        issuer: `${base}/oauth`,
        authorization_endpoint: `${base}/oauth/auth`,
        token_endpoint: `${base}/oauth/token`,
        registration_endpoint: `${base}/oauth/reg`,
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['read', 'send', 'offline_access'],
      });
    }
    expect(await json(`${base}/.well-known/oauth-protected-resource/api/agent/v1`)).toMatchObject({
      resource: `${base}/api/agent/v1`,
      authorization_servers: [`${base}/oauth`],
    });
    expect((await fetch(`${base}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
  });

  it.each([
    ['turns the words around it', 'Claude\u202e\u2066', 'Claude'],
    ['is longer than the page', 'Claude '.repeat(3_000), `${'Claude '.repeat(12).slice(0, 80)}…`],
    ['is not to be seen', '\u200b', 'A client without a name'],
    ['is of another script', 'משרד', 'משרד'],
  ])('says where the answer goes, also to a client whose name %s', async (_what, client_name, shown) => {
    const redirect_uri = 'https://cl\u0430ude.example/cb';
    const { body: client } = await flows.register({ client_name, redirect_uris: [redirect_uri] });
    const browser = new FormBrowser();
    const url = `${base}/oauth/auth?${new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })}`;
    await browser.consent(url, { token: '', answer: 'deny' });
    const html = browser.pages[0]?.html ?? '';
    expect(/<strong><bdi>(.*)<\/bdi><\/strong>/.exec(html)?.[1]).toBe(shown);
    expect(html).toContain('Your answer goes to <code>https://xn--clude-5ve.example/cb</code>');
  });
});
