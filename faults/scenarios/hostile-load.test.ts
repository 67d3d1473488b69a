import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { Attacks } from '../attacks.js';
import { ApiClient } from '../api-client.js';
import { loadMessage, type LoadMessage } from '../message.js';
import { p99, Person } from '../person.js';
import { scale } from '../scale.js';
import { SmtpLane } from '../smtp-lane.js';
import { printNumbers } from '../verdict.js';
import { startWorld, type World } from '../world.js';

const AT_MOST = 3;
/** What mail that is slow to read may add to the time of everybody else's. */
const SLOW_MAIL_MS = 100;
const SLOW_MAIL = ['mails with 20 rules of 4 KB', 'mails with many style sheets', 'mails to 65,000 @'];

const unready = statement(
  'faults-unready',
  'select count(*) as count from email where ready_at is null and direction = 0',
);
const statuses = statement(
  'faults-statuses',
  `select e.status, e.error_message as reason, count(*) from email e join mailbox m on m.id = e.mailbox_id
   where m.address = $1 group by 1, 2`,
);

/** Where mail is put off, because there is no memory for more at once. */
const RETRY_MS = 500;
const MAX_TRIES = 100;

let world: World;
let person: Person;
let eve: { readonly address: string; readonly token: string };
beforeAll(async () => {
  world = await startWorld({ name: 'hostile load', perSecond: 5 });
  person = new Person({ ...(await signUp('person')), smtpPort });
  eve = await signUp('eve');
  await person.live(2);
}, scale.testMs);
afterAll(() => world?.close(), scale.testMs);

const smtpPort = () => world.fleet.ports('smtp-ingest', 'SMTP')[0] ?? 0;

/** A mailbox with its token. */
async function signUp(name: string) {
  const address = `${name}@mailroom.test`;
  const made = (await world.manager.call('POST', '/mailboxes', { email: address })).data as {
    token: { token: string };
  };
  const api = new ApiClient(() => world.fleet.ports('mailbox-api', 'HTTP'), made.token.token, world.random);
  return { address, token: made.token.token, api };
}

/** How a person fares in calm, and then while Eve attacks; resolves once all of her mail can be read. */
async function compare(name: string, seconds: number, only?: readonly string[]) {
  const { largeTextBytes, idleConnections } = scale.hostile;
  const calm = await person.live(seconds);
  const httpPort = world.fleet.ports('mailbox-api', 'HTTP')[0] ?? 0;
  const { address, token } = eve;
  const kinds = only && { only };
  const attacks = new Attacks({
    httpPort,
    smtpPort: smtpPort(),
    address,
    token,
    largeTextBytes,
    idleConnections,
    ...kinds,
  });
  let done: Record<string, number> = {};
  const hostile = await person.live(seconds).finally(async () => (done = await attacks.stop()));
  const behind = await unreadable();
  await allReadable();
  const times = (of: 'mail' | 'calls') => ({ calm: p99(calm[of]), hostile: p99(hostile[of]) });
  const [mail, calls] = [times('mail'), times('calls')];
  printNumbers(name, {
    ...done,
    'mails that were not readable yet': behind,
    "a person's mails in calm": calm.mail.length,
    "a person's mails in hostility": hostile.mail.length,
    'mail p99 in calm, ms': mail.calm,
    'mail p99 in hostility, ms': mail.hostile,
    'calls p99 in calm, ms': calls.calm,
    'calls p99 in hostility, ms': calls.hostile,
  });
  expect(world.fleet.apps.all().map(({ app, isAlive }) => [app, isAlive()])).toEqual(
    world.fleet.apps.all().map(({ app }) => [app, true]),
  );
  for (const [attack, count] of Object.entries(done)) expect([attack, count > 0]).toEqual([attack, true]);
  return { mail, calls };
}

/** Returns how often it was sent. */
async function sendUntilAccepted(from: string, message: LoadMessage, to: string): Promise<number> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const lane = new SmtpLane();
    const outcome = await lane.send(smtpPort(), from, to, message).finally(() => lane.close());
    if (outcome === 'accepted') return tries;
    await pause(RETRY_MS);
  }
  throw new Error(`${message.id} was refused ${MAX_TRIES} times.`);
}

const unreadable = async () => (await world.database.query<{ count: number }>(unready))[0]?.count ?? 0;

const allReadable = () =>
  until(async () => (await unreadable()) === 0, { timeoutMs: scale.patienceMs, what: 'every mail to be readable' });

it(
  'that is slow to read makes nobody else wait longer by a tenth of a second',
  async () => {
    const { mail } = await compare('mail that is slow to read', scale.hostile.slowMailSeconds, SLOW_MAIL);
    expect(mail.hostile).toBeLessThanOrEqual(Math.max(scale.hostile.noiseMs, mail.calm + SLOW_MAIL_MS));
  },
  scale.testMs,
);

it(
  'of large mails that all come at once are all read',
  async () => {
    const { address } = await signUp('large');
    const { largeTextBytes, largeMails } = scale.hostile;
    const begun = Date.now();
    const tries = await Promise.all(
      Array.from({ length: largeMails }, (_, number) =>
        sendUntilAccepted(
          `sender${number}@large.test`,
          loadMessage(`large ${number}`, address, largeTextBytes),
          address,
        ),
      ),
    );
    const acceptedMs = Date.now() - begun;
    await allReadable();
    printNumbers('large mails', {
      mails: largeMails,
      'bytes each': largeTextBytes,
      'sent, with those that found no memory': tries.reduce((sum, count) => sum + count, 0),
      'accepted after, ms': acceptedMs,
      'readable after, ms': Date.now() - begun,
    });
    expect(await world.database.query(statuses, [address])).toEqual([
      { status: 'received', reason: '', count: largeMails },
    ]);
  },
  scale.testMs,
);

it(
  "keeps a person's mail and calls within three times of calm while everything hostile happens at once",
  async () => {
    for (const { calm, hostile } of Object.values(await compare('hostile load', scale.hostile.seconds))) {
      expect(hostile).toBeLessThanOrEqual(Math.max(scale.hostile.noiseMs, AT_MOST * calm));
    }
  },
  scale.testMs,
);
