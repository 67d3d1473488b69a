import { afterAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { Attacks } from '../attacks.js';
import { ApiClient } from '../api-client.js';
import { p99, Person } from '../person.js';
import { scale } from '../scale.js';
import { printNumbers } from '../verdict.js';
import { startWorld, type World } from '../world.js';

const AT_MOST = 3;
const unready = statement(
  'faults-unready',
  'select count(*) as count from email where ready_at is null and direction = 0',
);

let world: World | undefined;
afterAll(() => world?.close(), scale.testMs);

/** A mailbox with its token. */
async function signUp({ manager, fleet, random }: World, name: string) {
  const address = `${name}@mailroom.test`;
  const made = (await manager.call('POST', '/mailboxes', { email: address })).data as { token: { token: string } };
  const api = new ApiClient(() => fleet.ports('mailbox-api', 'HTTP'), made.token.token, random);
  return { address, token: made.token.token, api };
}

it(
  "keeps a person's mail and calls within three times of calm while everything hostile happens at once",
  async () => {
    world = await startWorld({ name: 'hostile load', perSecond: 5 });
    const { fleet, database } = world;
    const smtpPort = () => fleet.ports('smtp-ingest', 'SMTP')[0] ?? 0;
    const httpPort = () => fleet.ports('mailbox-api', 'HTTP')[0] ?? 0;
    const person = new Person({ ...(await signUp(world, 'person')), smtpPort });
    const { address, token } = await signUp(world, 'eve');
    const { seconds, noiseMs, ...sizes } = scale.hostile;
    await person.live(2);
    const calm = await person.live(seconds);
    const attacks = new Attacks({ httpPort: httpPort(), smtpPort: smtpPort(), address, token, ...sizes });
    let done: Record<string, number> = {};
    const hostile = await person.live(seconds).finally(async () => (done = await attacks.stop()));
    const running = fleet.apps.all().map(({ app, isAlive }) => [app, isAlive()]);
    const unreadable = async () => (await database.query<{ count: number }>(unready))[0]?.count ?? 0;
    const behind = await unreadable();
    await until(async () => (await unreadable()) === 0, {
      timeoutMs: scale.patienceMs,
      what: 'every mail to be readable',
    });
    const times = (of: 'mail' | 'calls') => ({ calm: p99(calm[of]), hostile: p99(hostile[of]) });
    const [mail, calls] = [times('mail'), times('calls')];
    printNumbers('hostile load', {
      ...done,
      'mails that were not readable yet': behind,
      "a person's mails in calm": calm.mail.length,
      "a person's mails in hostility": hostile.mail.length,
      'mail p99 in calm, ms': mail.calm,
      'mail p99 in hostility, ms': mail.hostile,
      'calls p99 in calm, ms': calls.calm,
      'calls p99 in hostility, ms': calls.hostile,
    });
    expect(running).toEqual(fleet.apps.all().map(({ app }) => [app, true]));
    for (const [name, count] of Object.entries(done)) expect([name, count > 0]).toEqual([name, true]);
    for (const { calm: before, hostile: meanwhile } of [mail, calls]) {
      expect(meanwhile).toBeLessThanOrEqual(Math.max(noiseMs, AT_MOST * before));
    }
  },
  scale.testMs,
);
