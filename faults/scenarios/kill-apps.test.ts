import { expect, it } from '@jest/globals';
import { APPS } from '@mailroom/testing';
import { pause } from '../pause.js';
import { runScenario } from '../run-scenario.js';
import { scale } from '../scale.js';
import type { World } from '../world.js';

/** The share of kills that hit a process that has only just come up. */
const YOUNG_SHARE = 0.2;
/** The share of kills that leave no replica of the app. */
const LAST_SHARE = 0.2;

const PROGRESS = 50;

/** Picks each app equally often, in random order; mostly a replica that has run for a while and is not the last one. */
async function killAll({ fleet, random }: World): Promise<void> {
  const left = APPS.flatMap((app) => Array.from({ length: scale.kill.ofEachApp }, () => app));
  while (left.length > 0) {
    await pause(scale.kill.everyMs * (0.5 + random.next()));
    fleet.revive();
    const least = random.chance(LAST_SHARE) ? 1 : 2;
    const youngest = random.chance(YOUNG_SHARE) ? 0 : scale.kill.restMs;
    const app = random.one(left.filter((candidate) => fleet.ready(candidate).length >= least));
    const victim = app && random.one(fleet.ready(app).filter((service) => fleet.readyForMs(service) >= youngest));
    if (!victim) continue;
    left.splice(left.indexOf(app), 1);
    await fleet.kill(victim);
    if (left.length % PROGRESS === 0) process.stderr.write(`faults: ${left.length} kills to go\n`);
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
