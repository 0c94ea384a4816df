// Jest's runtime, with test files run by Node itself: each module is loaded once per worker and not once per test file,
// which took most of the tests' time. So a test must not change module state permanently, a test's event is an object
// of its own and not one of `defineEvent`, and all mocks end with their file.
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
import { setGlobals } from './globals.mjs';
import { loadTypeScript, sourceMaps } from './typescript.mjs';

loadTypeScript();

// Two concurrent queries on the client of a transaction: pg warns once per process, and version 9 will refuse them.
process.on('warning', (warning) => {
  if (warning.message.includes('already executing a query')) throw warning;
});

export default class Runtime extends JestRuntime {
  unstable_shouldLoadAsEsm(path) {
    return path.endsWith('.ts') || super.unstable_shouldLoadAsEsm(path);
  }

  async unstable_importModule(path) {
    setGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    // A unique address makes Node run a watched file again.
    await import(`${pathToFileURL(path).href}?${performance.now()}`);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    this.restoreAllMocks();
    super.teardown();
    // Done here, because Jest waits for the end of the process only for a limited time.
    flushCompileCache();
  }
}
