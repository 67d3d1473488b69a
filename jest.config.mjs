import { runOnce } from './apps/standalone/e2e/run-once.mjs';
import { hasSeparate, leftOut, separateSuites } from './scripts/test/everyday.mjs';

// Tests run against the sources; only parser workers and spawned processes use the built files.
const swc = {
  swcrc: false,
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
};

const project = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/scripts', '<rootDir>/benchmarks', '<rootDir>/faults'],
  testRegex: '\\.test\\.ts$',
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    // The same in one file, where every suite would find, read and compile two hundred.
    '^rxjs(/operators)?$': '<rootDir>/node_modules/rxjs/dist/bundles/rxjs.umd.js',
    '^@mailroom/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/apps/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/packages/testing/jest/begin-run.mjs',
  globalTeardown: '<rootDir>/packages/testing/jest/end-run.mjs',
  setupFilesAfterEnv: ['<rootDir>/packages/testing/jest/time-limit.mjs'],
};

/** The paths of e2e suites, for a project that leaves them out, or that has no others. */
const suites = (names) => names.map((name) => `/e2e/${name}\\.e2e\\.test\\.ts$`);

const standalone = {
  ...project,
  displayName: 'standalone',
  testPathIgnorePatterns: [
    '/node_modules/',
    '/faults/scenarios/',
    ...suites(Object.keys(runOnce.separate)),
    ...leftOut,
  ],
};

/** The e2e suites again, against the apps as separate processes. */
const separate = {
  ...project,
  displayName: 'separate',
  roots: ['<rootDir>/apps/standalone/e2e'],
  globals: { mailroomForm: 'separate' },
  testRegex: separateSuites,
  testPathIgnorePatterns: ['/node_modules/', ...suites(Object.keys(runOnce.standalone))],
};

/** Hostile load compares two stretches of time, and a short one says more about the machine than about us. */
const onlyInLongForm = process.env.FAULTS === 'long' ? [] : ['/hostile-load\\.test\\.ts$'];

// Each scenario wants the machine for itself (`npm run test:faults`).
const faults = {
  ...project,
  displayName: 'faults',
  roots: ['<rootDir>/faults/scenarios'],
  testPathIgnorePatterns: ['/node_modules/', ...onlyInLongForm],
};

export default {
  maxWorkers: 2,
  // Every suite leaves the modules behind that it loaded. After a hundred of them a worker has 4 GB of heap, and spends its
  // time on looking through that.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/packages/testing/jest/by-recorded-time.mjs',
  reporters: ['default', '<rootDir>/packages/testing/jest/suite-reporter.mjs'],
  projects: process.env.FAULTS ? [faults] : hasSeparate ? [standalone, separate] : [standalone],
};
