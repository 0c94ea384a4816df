import base from '../../jest.config.js';

export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/web/e2e'],
  testMatch: ['**/!(*.slow).e2e.ts'],
  globalSetup: '<rootDir>/web/e2e/global-setup.mjs',
  globalTeardown: '<rootDir>/web/e2e/global-teardown.mjs',
  // One app and one browser at a time: parallel ones only make each other's waiting times longer on two cores.
  maxWorkers: 1,
};
