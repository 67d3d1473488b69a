import { it } from '@jest/globals';
import { runScenario, untilAccepted, untilAllReady } from '../run-scenario.js';
import { scale } from '../scale.js';

const BETWEEN = 60;

it(
  'NATS killed in mid-load, with and without its storage: mail goes on, and every event comes',
  async () => {
    await runScenario({ name: 'NATS killed and wiped' }, async (world) => {
      let wipes = 0;
      for (let round = 0; round < scale.brokerLosses; round += 1) {
        await untilAccepted(world, BETWEEN);
        await world.nats.kill();
        // Acceptance does not wait for the broker.
        await untilAccepted(world, BETWEEN);
        if (round % 2 === 0) {
          await world.nats.wipe();
          wipes += 1;
        }
        await world.nats.start();
      }
      await untilAccepted(world, BETWEEN);
      await untilAllReady(world);
      return { 'kills of NATS': scale.brokerLosses, 'with its storage wiped': wipes };
    });
  },
  scale.testMs,
);
