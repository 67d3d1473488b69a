import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Answer, type ApiClient, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const subjects = ['one', 'two', 'three'];

/** A mailbox with three emails, oldest first. */
async function three(): Promise<{ api: ApiClient; id: number; ids: number[] }> {
  const { api, id, address } = await mailroom.mailbox();
  const ids: number[] = [];
  for (const subject of subjects) {
    await mailroom.send({ from: 'a@example.org', to: address, subject, text: `the text of ${subject}` });
    ids.push((await mailroom.received(api, subject)).id);
  }
  return { api, id, ids };
}

const said = (items: Answer['body'][]) =>
  items.map(({ emailId, ok, task, error }) => [emailId, ok, ok ? task.status : error.type]);

describe('the tasks of a mailbox', () => {
  it('are claimed one at a time with all that the agent has to read', async () => {
    const { api, ids } = await three();
    const claimed = await api.data('POST', '/tasks/claim-next', { agentId: 'reader', timeSort: 1 });
    expect(claimed).toMatchObject({
      id: ids[0],
      plainText: expect.stringContaining('the text of one'),
      task: { status: 'processing', locked: true, leaseOwner: 'reader', leaseToken: expect.stringMatching(/^lse_/) },
    });
  });

  it('end with the claim of the next, in one call that goes on whatever becomes of the one before', async () => {
    const { api, ids } = await three();
    const first = await api.data('POST', '/tasks/claim-next', { owner: 'a', timeSort: 1, view: 'summary' });
    expect(first).toMatchObject({ id: ids[0], task: { leaseOwner: 'a' } });
    expect([first.plainText, first.completion]).toEqual([undefined, undefined]);
    const complete = { emailId: first.id, leaseToken: first.task.leaseToken, status: 'handled', reason: 'answered' };
    const claim = { owner: 'a', timeSort: 1, view: 'none' };
    const second = await api.data('POST', '/tasks/claim-next', { ...claim, complete });
    expect(second).toEqual({
      id: ids[1],
      accountId: expect.any(Number),
      task: expect.objectContaining({ status: 'processing', leaseToken: expect.stringMatching(/^lse_/) }),
      completion: {
        emailId: ids[0],
        ok: true,
        task: expect.objectContaining({ status: 'handled', reason: 'answered', handledBy: 'a', locked: false }),
      },
    });
    const third = await api.data('POST', '/tasks/claim-next', { owner: 'a', timeSort: 1, complete });
    expect(third).toMatchObject({
      id: ids[2],
      plainText: expect.stringContaining('the text of three'),
      completion: { emailId: ids[0], ok: false, error: { type: 'lease_expired', fix: expect.any(String) } },
    });
    const last = { emailId: third.id, leaseToken: third.task.leaseToken, status: 'needs_human' };
    const began = performance.now();
    const none = await api.data('POST', '/tasks/claim-next', { ...claim, complete: last, waitSeconds: 1 });
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(none).toEqual({ completion: { emailId: ids[2], ok: true, task: expect.anything() } });
    expect(await api.data('POST', '/tasks/claim-next', claim)).toBeNull();
    expect(await api.data('GET', `/emails/${third.id}`)).toMatchObject({ task: { status: 'needs_human' } });
  });

  it('end with a claim only for who holds the lease, in the mailbox of the claim, by a complete that is whole', async () => {
    const [mine, theirs] = [await three(), await three()];
    const held = await theirs.api.data('POST', '/tasks/claim-next', { owner: 'b' });
    const complete = { emailId: held.id, leaseToken: held.task.leaseToken, status: 'handled' };
    const claimed = await mine.api.data('POST', '/tasks/claim-next', { complete });
    expect(claimed.completion).toMatchObject({ ok: false, error: { type: 'not_found' } });
    expect(await theirs.api.data('GET', `/emails/${held.id}`)).toMatchObject({ task: { status: 'processing' } });
    const wrong = [
      [{ complete: [] }, 'complete'],
      [{ complete: 'x' }, 'complete'],
      [{ complete: { ...complete, leaseToken: null } }, 'complete.leaseToken'],
      [{ complete: { ...complete, status: 'done' } }, 'complete.status'],
      [{ complete: { ...complete, reason: 'x'.repeat(1_001) } }, 'complete.reason'],
      [{ complete: { ...complete, more: 1 } }, 'complete.more'],
      [{ view: 'half' }, 'view'],
    ] as const;
    for (const [body, field] of wrong) {
      const answer = await mine.api.call('POST', '/tasks/claim-next', body);
      expect([answer.status, answer.body.error.errors[0].field]).toEqual([400, field]);
    }
    expect((await mine.api.call('POST', '/tasks/claim-batch', { complete })).status).toBe(400);
    const again = { ...complete, reason: null };
    expect(await theirs.api.data('POST', '/tasks/claim-next', { complete: again })).toMatchObject({
      completion: { ok: true, task: { reason: '' } },
    });
  });

  it('come in batches with as much of their emails as is asked for', async () => {
    const { api, ids } = await three();
    const of = async (view: string) => (await api.data('POST', '/tasks/claim-batch', { limit: 1, view })).items[0];
    expect(Object.keys(await of('none')).sort()).toEqual(['accountId', 'id', 'task']);
    const [summary, full] = [await of('summary'), await of('full')];
    expect([summary.subject, summary.plainText]).toEqual(['two', undefined]);
    expect(full).toMatchObject({ id: ids[0], plainText: expect.stringContaining('the text of one') });
  });

  it('come with bodies that are too large for a turn, whole, also to those who claim at the same time', async () => {
    const { api, address } = await mailroom.mailbox();
    const large = `${'a line of sixty-four characters, more or less, of a long letter'}\n`.repeat(5_000);
    for (const text of ['small', large])
      await mailroom.send({ from: 'a@example.org', to: address, subject: 's', text });
    await until(async () => (await api.data('GET', '/tasks/stats')).byStatus.new.total === 2, { what: 'both emails' });
    const claims = await Promise.all([1, 2, 3].map(() => api.data('POST', '/tasks/claim-next', { timeSort: 1 })));
    const lengths = claims.flatMap((email) => email?.plainText.trim().length ?? []);
    expect(lengths.sort((a, b) => a - b)).toEqual([5, large.trim().length]);
  });

  it('are claimed in batches, newest first, at most as many as asked for', async () => {
    const { api, ids } = await three();
    const { items } = await api.data('POST', '/tasks/claim-batch', { owner: 'a', limit: 2 });
    expect(items.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
    expect(items[0].task).toMatchObject({ leaseOwner: 'a', leaseToken: expect.any(String) });
    expect(await api.data('POST', '/tasks/claim-batch')).toMatchObject({ items: [{ id: ids[0] }] });
    expect(await api.data('POST', '/tasks/claim-batch', {})).toEqual({ items: [] });
  });

  it('are updated, renewed and released in batches, each by itself and in the order asked', async () => {
    const { api, ids } = await three();
    const [one = 0, two = 0, last = 0] = ids;
    const { ids: theirs } = await three();
    await api.data('POST', `/emails/${one}/claim`, { owner: 'mine' });
    await api.data('POST', `/emails/${two}/claim`, { owner: 'other' });
    const renewed = await api.data('POST', '/tasks/renew-batch', {
      emailIds: [two, one, one],
      agentId: 'mine',
      ttlSeconds: 60,
    });
    expect(said(renewed.items)).toEqual([
      [two, false, 'lease_conflict'],
      [one, true, 'processing'],
    ]);
    const updated = await api.data('PUT', '/tasks/update-batch', {
      emailIds: [last, theirs[0], two, one],
      status: 'handled',
      owner: 'mine',
      reason: 'done',
    });
    expect(said(updated.items)).toEqual([
      [last, true, 'handled'],
      [theirs[0], false, 'not_found'],
      [two, false, 'lease_conflict'],
      [one, true, 'handled'],
    ]);
    const released = await api.data('POST', '/tasks/release-batch', {
      emailIds: [two],
      owner: 'other',
      status: 'needs_human',
    });
    expect(said(released.items)).toEqual([[two, true, 'needs_human']]);
    const stats = await api.data('GET', '/tasks/stats');
    expect(stats.byStatus).toMatchObject({ handled: { total: 2 }, needs_human: { total: 1 }, new: { total: 0 } });
  });

  it('whose holder went away are new again when they are requeued', async () => {
    const { api, ids } = await three();
    await api.data('PUT', `/emails/${ids[0]}/task`, { status: 'processing' });
    await api.data('POST', `/emails/${ids[1]}/claim`, { owner: 'alive' });
    const { items } = await api.data('POST', '/tasks/requeue-expired', {});
    expect(items).toMatchObject([{ id: ids[0], task: { status: 'new', leaseOwner: '', reason: 'lease expired' } }]);
    expect(await api.data('POST', '/tasks/requeue-expired', { owner: 'alive' })).toEqual({ items: [] });
  });

  it('are refused in batches that are malformed, with the field that is wrong', async () => {
    const { api, id, ids } = await three();
    const attempts: [string, string, object, string][] = [
      ['PUT', '/tasks/update-batch', { emailIds: ids }, 'status'],
      ['PUT', '/tasks/update-batch', { emailIds: ids, status: 'done' }, 'status'],
      ['PUT', '/tasks/update-batch', { emailIds: [], status: 'new' }, 'emailIds'],
      ['PUT', '/tasks/update-batch', { emailIds: [1.5], status: 'new' }, 'emailIds'],
      ['POST', '/tasks/renew-batch', { emailIds: ids }, 'owner'],
      ['POST', '/tasks/renew-batch', { emailIds: ids, owner: 'a', ttlSeconds: 29 }, 'ttlSeconds'],
      ['POST', '/tasks/release-batch', { emailIds: 'all' }, 'emailIds'],
      ['POST', '/tasks/release-batch', { emailIds: Array.from({ length: 101 }, (_, n) => n + 1) }, 'emailIds'],
      ['POST', '/tasks/requeue-expired', { before: 'yesterday' }, 'before'],
      ['POST', '/tasks/requeue-expired', { limit: 51 }, 'limit'],
      ['POST', '/tasks/claim-batch', { limit: 21 }, 'limit'],
      ['POST', '/tasks/claim-batch', { owner: 'a', agentId: 'b' }, 'agentId'],
    ];
    for (const [method, path, body, field] of attempts) {
      const { status, body: answer } = await api.call(method, path, body);
      expect([path, status, answer.error.type]).toEqual([path, 400, 'invalid_request']);
      expect(answer.error.errors.map((error: { field: string }) => error.field.replace(/\..*/, ''))).toContain(field);
    }
    const manager = await mailroom.manager.call('PUT', '/tasks/update-batch', { emailIds: ids, status: 'new' });
    expect(manager.body.error.type).toBe('account_required');
    const named = { emailIds: ids, status: 'ignored', accountId: id };
    expect((await mailroom.manager.data('PUT', '/tasks/update-batch', named)).items).toHaveLength(3);
  });
});
