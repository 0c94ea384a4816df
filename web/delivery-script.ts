import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { TARGETS } from './browser-floor.mjs';

const ENTRY = '/src/site/delivery/page.ts';

/** Builds the script of delivery pages, which the API renders, as one file at `/delivery.js`. */
export function deliveryScript(): Plugin {
  return {
    name: 'delivery-script',
    async writeBundle({ dir = '' }) {
      if (this.environment.name !== 'client') return;
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          target: TARGETS,
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(import.meta.dirname, ENTRY),
            output: { format: 'iife', entryFileNames: 'delivery.js' },
          },
        },
      });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/delivery.js')) return next();
        response.writeHead(302, { Location: ENTRY }).end();
      });
    },
  };
}
