import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * Three large files instead of a hundred small ones, each with all that its modules import: what stands around every
 * page of the application, what its first screen adds, and the rest, which follows once that screen is shown.
 */
const codeSplitting = {
  groups: [
    // A public page imports it, and would import with it whatever it shared a file with.
    { name: 'import', test: /preload-helper/, priority: 4 },
    { name: 'base', test: /[\\/](src[\\/]app[\\/]root|node_modules[\\/]react-dom[\\/].*)\b/, priority: 3 },
    { name: 'home', test: /[\\/]src[\\/](app[\\/]shell[\\/]signed-in|pages[\\/]projects)\b/, priority: 2 },
    { name: 'app', test: /[\\/]src[\\/](app[\\/]shell|features|ui|lib|api)\b/, priority: 1 },
  ],
};

export default defineConfig({
  plugins: [reactRouter(), precompress()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': api, '/storage': api } },
});
