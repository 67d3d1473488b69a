/** How much of each fault: seconds for `npm test`, the best part of an hour for `npm run test:faults`. */
const long = process.env.FAULTS === 'long';

export const scale = {
  name: long ? 'long' : 'short',
  messagesPerSecond: 50,
  kill: {
    ofEachApp: Number(process.env.FAULTS_KILLS ?? (long ? 200 : 5)),
    replicas: 2,
    everyMs: long ? 1_000 : 700,
    restMs: 2_000,
  },
  restarts: long ? 10 : 2,
  brokerLosses: long ? 10 : 2,
  partitions: long ? 5 : 1,
  syncFailures: long ? 20 : 3,
  /** For one wait: long, since the machine may have more to do. */
  patienceMs: long ? 900_000 : 240_000,
  /** For a whole scenario. */
  testMs: long ? 5_400_000 : 540_000,
} as const;
