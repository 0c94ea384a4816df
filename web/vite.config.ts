import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [reactRouter(), precompress()],
  server: { port: 5173, proxy: { '/api': api, '/storage': api } },
});
