// Jest's runtime, with test files run by Node itself: each module is loaded once by a worker and not once by each of its
// test files, which was most of what the tests cost. So a module keeps no state that a test changes for good, a test's
// event is an object of its own and not one of `defineEvent`, and all mocks end with their file.
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
import { setGlobals } from './globals.mjs';
import { loadTypeScript, sourceMaps } from './typescript.mjs';

loadTypeScript();

// Two queries at once on the client of a transaction: pg says so once in a process, and version 9 refuses them.
process.on('warning', (warning) => {
  if (warning.message.includes('already executing a query')) throw warning;
});

export default class Runtime extends JestRuntime {
  unstable_shouldLoadAsEsm(path) {
    return path.endsWith('.ts') || super.unstable_shouldLoadAsEsm(path);
  }

  async unstable_importModule(path) {
    setGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    // With something of its own in the address, a file that is watched runs anew.
    await import(`${pathToFileURL(path).href}?${performance.now()}`);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    this.restoreAllMocks();
    super.teardown();
    // Not left to the end of the process, for which Jest waits half a second.
    flushCompileCache();
  }
}
