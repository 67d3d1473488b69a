/** How much of each fault to cause: a minute or so for each in the short form, the best part of an hour in the long one. */
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
  hostile: {
    /** How long calm is measured, and then hostility. */
    seconds: long ? 120 : 12,
    /** The same where all mail is slow to read, since all of it is read in the end, one after the other. */
    slowMailSeconds: long ? 20 : 5,
    largeTextBytes: long ? 34_000_000 : 6_000_000,
    idleConnections: 1_000,
    largeMails: 16,
    /** Below this, the ratio of two times says more about the machine than about us. */
    noiseMs: long ? 60 : 250,
  },
  /** The limit for one wait; it is long because the machine may be busy. */
  patienceMs: long ? 900_000 : 240_000,
  /** The limit for a whole scenario. */
  testMs: long ? 5_400_000 : 540_000,
} as const;
