import { afterAll, expect } from '@jest/globals';
import { until } from '@mailroom/testing';
import { scale } from './scale.js';
import { settle } from './settlement.js';
import { judge } from './verdict.js';
import { startWorld, type World, type WorldOptions } from './world.js';

/** What a scenario did, for the numbers it prints. */
export type FaultCounts = Record<string, number>;

/** What a test that ran out of time left behind. */
const open = new Set<World>();
afterAll(async () => {
  for (const world of open) await world.close();
}, scale.testMs);

/** Builds a world, lets the scenario happen under load, and judges the result. */
export async function runScenario(
  options: WorldOptions,
  disturb: (world: World) => Promise<FaultCounts>,
): Promise<void> {
  const world = await startWorld(options);
  open.add(world);
  try {
    const counts = await disturb(world);
    await settle(world);
    expect(await judge(world, counts)).toEqual([]);
  } finally {
    open.delete(world);
    await world.close();
  }
}

/** Waits until that many more messages are accepted, which shows that the load continues. */
export async function untilAccepted({ load }: World, more: number): Promise<void> {
  const goal = load.accepted + more;
  await until(() => load.accepted >= goal, { timeoutMs: scale.patienceMs, what: `${more} more accepted`, pauseMs: 50 });
}

/** Waits until every replica of every app says that it is ready. */
export async function untilAllReady({ fleet }: World): Promise<void> {
  for (const service of fleet.apps.all()) {
    const isReady = async () => (await service.readiness()) === 200;
    await until(isReady, { timeoutMs: scale.patienceMs, what: `${service.app} to be ready`, pauseMs: 50 });
  }
}
