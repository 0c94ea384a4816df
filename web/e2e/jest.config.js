import base from '../../jest.config.js';

export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/web/e2e'],
  testMatch: ['**/!(*.slow).e2e.ts'],
  globalSetup: '<rootDir>/web/e2e/global-setup.mjs',
  globalTeardown: '<rootDir>/web/e2e/global-teardown.mjs',
  // Browser tests wait for pages, timers and sound half of their time. Each worker has its own app.
  maxWorkers: 2,
};
