import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * Two large files instead of a hundred small ones, each with all that its modules import: what every page needs, the
 * public ones too, and what the application adds. A page of its own is then some hundred bytes.
 */
const codeSplitting = {
  groups: [
    { name: 'base', test: /[\\/]src[\\/](app[\\/]root|site)\b/, priority: 2 },
    { name: 'app', test: /[\\/]src[\\/](app[\\/]shell|features|ui|lib|api)\b/, priority: 1 },
  ],
};

export default defineConfig({
  plugins: [reactRouter(), precompress()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': api, '/storage': api } },
});
