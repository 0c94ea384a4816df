import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { TARGETS } from './browser-floor.mjs';
import { deliveryScript } from './delivery-script.ts';
import { precompress } from './precompress.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

// React Router fails the build if a page takes ten seconds to prerender, and has no setting for it. A busy machine takes
// longer for the first.
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(Math.max(ms, 300_000));

/**
 * Builds three large chunks instead of a hundred small ones, each with its dependencies: the base of every page, the
 * first screen, and the rest, which loads after that screen.
 */
const codeSplitting = {
  groups: [
    // A separate chunk, because public pages import it and would load everything else in its chunk.
    { name: 'import', test: /preload-helper/, priority: 4 },
    // Runs before everything else, also on public pages.
    { name: 'polyfills', test: /[\\/]src[\\/]polyfills/, priority: 6 },
    // Loaded when somebody types a new password: its list of passwords is larger than the application.
    { name: 'passwords', test: /@zxcvbn-ts|password-strength/, priority: 5 },
    { name: 'base', test: /[\\/](src[\\/]app[\\/]root|node_modules[\\/]react-dom[\\/].*)\b/, priority: 3 },
    { name: 'home', test: /[\\/]src[\\/](app[\\/]shell[\\/]signed-in|pages[\\/]projects)\b/, priority: 2 },
    {
      name: 'app',
      test: /[\\/](src[\\/](app[\\/]shell|features|ui|lib|api)|services[\\/](album-times|audio-headers|audio-tags|file-kinds|file-names|fingerprint))\b/,
      priority: 1,
    },
  ],
};

export default defineConfig({
  plugins: [reactRouter(), deliveryScript(), precompress()],
  build: { target: TARGETS },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': api, '/storage': api, '^/d/': api } },
});
