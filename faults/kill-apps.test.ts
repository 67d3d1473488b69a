import { expect, it } from '@jest/globals';
import { APPS } from '@mailroom/testing';
import { pause } from './pause.js';
import { runScenario } from './run-scenario.js';
import { scale } from './scale.js';
import type { World } from './world.js';

/** Each app as often as the others, in an order of chance; never one that has not come up since its last end. */
async function killAll({ fleet, random }: World): Promise<void> {
  const left = APPS.flatMap((app) => Array.from({ length: scale.kill.ofEachApp }, () => app));
  while (left.length > 0) {
    await pause(scale.kill.everyMs * (0.5 + random.next()));
    fleet.revive();
    const app = random.one(left.filter((candidate) => fleet.ready(candidate).length > 0));
    const victim = app && random.one(fleet.ready(app));
    if (!victim) continue;
    left.splice(left.indexOf(app), 1);
    await fleet.kill(victim);
  }
}

it(
  'any app killed at any moment, again and again under load: every accepted message once, every event at least once',
  async () => {
    await runScenario({ name: 'kill -9 of each app', replicas: scale.kill.replicas }, async (world) => {
      await killAll(world);
      expect(Object.values(world.fleet.kills)).toEqual(APPS.map(() => scale.kill.ofEachApp));
      return Object.fromEntries(APPS.map((app) => [`kills of ${app}`, world.fleet.kills[app]]));
    });
  },
  scale.testMs,
);
