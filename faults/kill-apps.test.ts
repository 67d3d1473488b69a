import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { APPS } from '@mailroom/testing';
import { pause } from './pause.js';
import { scale } from './scale.js';
import { settle } from './settlement.js';
import { judge } from './verdict.js';
import { startWorld, type World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld({ name: 'kill -9 of each app', replicas: scale.kill.replicas });
}, scale.testMs);
afterAll(async () => {
  await world?.close();
}, scale.testMs);

/** Each app as often as the others, in an order of chance; never one that has not come up since its last end. */
async function killAll({ fleet, random }: World): Promise<void> {
  const left = APPS.flatMap((app) => Array.from({ length: scale.kill.ofEachApp }, () => app));
  while (left.length > 0) {
    await pause(scale.kill.everyMs * (0.5 + random.next()));
    fleet.revive();
    const due = left.filter((app) => fleet.ready(app).length > 0);
    const app = random.one(due);
    const victim = app && random.one(fleet.ready(app));
    if (!app || !victim) continue;
    left.splice(left.indexOf(app), 1);
    await fleet.kill(victim);
  }
}

it(
  'any app killed at any moment, again and again under load: every accepted message once, every event at least once',
  async () => {
    await killAll(world);
    await settle(world);
    const kills = Object.fromEntries(APPS.map((app) => [`kills of ${app}`, world.fleet.kills[app]]));
    expect(await judge(world, kills)).toEqual([]);
    expect(Object.values(world.fleet.kills)).toEqual(APPS.map(() => scale.kill.ofEachApp));
  },
  scale.testMs,
);
