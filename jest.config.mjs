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

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/scripts', '<rootDir>/benchmarks', '<rootDir>/faults'],
  testRegex: '\\.test\\.ts$',
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@mailroom/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/apps/$1/src/index.ts'],
    '^@mailroom/mail/mime$': '<rootDir>/packages/mail/src/mime/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/packages/testing/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/packages/testing/jest/stop-postgres.mjs',
  testTimeout: 30_000,
  maxWorkers: 2,
};
