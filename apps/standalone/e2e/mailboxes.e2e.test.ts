import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const mail = (to: string, subject: string) => ({ from: 'a@example.org', to, subject, text: 'x' });

describe('PATCH /mailboxes/{accountId}', () => {
  it('changes what is named and nothing else', async () => {
    const { id, api, address } = await mailroom.mailbox();
    const before = (await api.data('GET', '/mailboxes')).items[0];
    const renamed = await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { name: 'Räte', allReceive: null });
    expect(renamed).toEqual({ ...before, name: 'Räte' });
    expect((await api.data('GET', '/mailboxes')).items).toEqual([renamed]);
    await mailroom.send(mail(address, 'still open'));
    await mailroom.received(api, 'still open');
    const { latestEmailAt } = await mailroom.manager.data('PATCH', `/mailboxes/${id}`, {});
    expect(Date.parse(latestEmailAt)).not.toBeNaN();
  });

  it('closes a mailbox to mail in and out, whose token still reads and settles what is there', async () => {
    const { id, api, address } = await mailroom.mailbox();
    await mailroom.send(mail(address, 'before'));
    const { id: emailId } = await mailroom.received(api, 'before');
    expect(await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 1 })).toMatchObject({ status: 1 });
    await until(() =>
      mailroom.send(mail(address, 'closed')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
    const refused = await api.call('POST', '/send', { to: ['b@example.org'], text: 'x' });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'policy_suspended']);
    expect((await api.data('GET', `/emails/${emailId}`)).subject).toBe('before');
    expect((await api.data('PUT', `/emails/${emailId}/task`, { status: 'handled' })).task.status).toBe('handled');
    await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 0 });
    await mailroom.send(mail(address, 'open again'));
    await mailroom.received(api, 'open again');
    await api.data('POST', '/send', { to: ['b@example.org'], text: 'x' });
  });

  it('makes a catch-all, which never gets what was for an address once used', async () => {
    const [all, closed] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await mailroom.manager.data('PATCH', `/mailboxes/${all.id}`, { allReceive: true });
    await mailroom.manager.data('PATCH', `/mailboxes/${closed.id}`, { status: 1 });
    await mailroom.send(mail('anyone@mailroom.test', 'for anyone'));
    await mailroom.received(all.api, 'for anyone');
    await until(() =>
      mailroom.send(mail(closed.address, 'for the closed one')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
    await mailroom.manager.data('PATCH', `/mailboxes/${all.id}`, { allReceive: false });
    await until(() =>
      mailroom.send(mail('anybody@mailroom.test', 'for nobody')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
  });

  it("makes no catch-all on a domain that is another tenant's", async () => {
    const stranger = await mailroom.stranger();
    const { mailbox } = await stranger.data('POST', '/mailboxes', { email: 'guest@mailroom.test' });
    const refused = await stranger.call('PATCH', `/mailboxes/${mailbox.id}`, { allReceive: true });
    expect([refused.status, refused.body.error.errors[0].field]).toEqual([400, 'allReceive']);
    expect(await stranger.data('PATCH', `/mailboxes/${mailbox.id}`, { allReceive: false })).toEqual(mailbox);
  });

  it.each([[{ status: 2 }], [{ status: '1' }], [{ allReceive: 'yes' }], [{ name: 7 }], [{ email: 'x@mailroom.test' }]])(
    'refuses %j',
    async (body) => {
      const { id } = await mailroom.mailbox();
      const { status, body: answer } = await mailroom.manager.call('PATCH', `/mailboxes/${id}`, body);
      expect([status, answer.error.type]).toEqual([400, 'invalid_request']);
    },
  );
});
