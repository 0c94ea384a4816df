// Lets Node run TypeScript without a build (types stripped): a relative './x.js' is read from './x.ts'.
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Stripping and compiling take most of the start of a short process; a process that ends regularly or calls
// `flushCompileCache` leaves the result for the next one.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});
