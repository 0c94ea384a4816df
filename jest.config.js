export default {
  testEnvironment: 'node',
  // Only what is broken waits this long: a slow machine must not look like a failure.
  testTimeout: 300_000,
  // Jest leaves one core free; most of these wait for processes and databases rather than for a core.
  maxWorkers: '100%',
  // Jest never lets go of a file's modules; with a gigabyte of them every collection of garbage takes a second.
  workerIdleMemoryLimit: '400MB',
  globalSetup: '<rootDir>/services/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/services/testing/global-teardown.mjs',
  roots: ['<rootDir>/services', '<rootDir>/bench', '<rootDir>/scripts', '<rootDir>/web/src'],
  testMatch: ['**/*.spec.ts', '**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
