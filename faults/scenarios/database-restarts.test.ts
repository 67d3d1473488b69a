import { it } from '@jest/globals';
import { runScenario, untilAccepted, untilAllReady } from '../run-scenario.js';
import { scale } from '../scale.js';

const BETWEEN = 60;

it(
  'a database that is restarted or killed in mid-load: nothing accepted is lost or doubled, and nobody is restarted',
  async () => {
    await runScenario({ name: 'database restarts' }, async (world) => {
      let restarts = 0;
      let kills = 0;
      for (let round = 0; round < scale.restarts; round += 1) {
        await untilAccepted(world, BETWEEN);
        if (round % 2 === 0) {
          // Its supervisor starts it again, and it recovers from its log.
          process.kill(world.postgres.pid, 'SIGKILL');
          kills += 1;
        } else {
          await world.postgres.restart();
          restarts += 1;
        }
      }
      await untilAccepted(world, BETWEEN);
      await untilAllReady(world);
      return { 'fast restarts': restarts, 'kills of the postmaster': kills };
    });
  },
  scale.testMs,
);
