export default {
  testEnvironment: '<rootDir>/services/testing/jest/environment.mjs',
  // Only what is broken waits this long: a slow machine must not look like a failure.
  testTimeout: 300_000,
  // A busy machine takes longer than Jest's half second to end a worker process that has nothing open. A process that a
  // leaked handle keeps alive is still reported.
  workerGracefulExitTimeout: 30_000,
  // Jest leaves one core free; most of these wait for processes and databases rather than for a core.
  maxWorkers: '100%',
  // The durations of the last run, by which the longest files begin first; the folder for temporary files is removed.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/services/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/services/testing/global-teardown.mjs',
  roots: ['<rootDir>/services', '<rootDir>/bench', '<rootDir>/scripts', '<rootDir>/web/src'],
  // `npm run test:slow` runs the files with `.slow` in their name.
  testMatch: ['**/!(*.slow).spec.ts', '**/!(*.slow).test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  runtime: '<rootDir>/services/testing/jest/runtime.mjs',
  transform: {},
};
