import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformed } from '../transformed.mjs';

/** Path or address of a module → the file with its source map, for Jest. */
export const sourceMaps = new Map();

/** From here on Node loads our TypeScript, and `@jest/globals` is ours. */
export function loadTypeScript() {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(new URL('./globals.mjs', import.meta.url).href, context);
      if (isOurs(context.parentURL) && /^\.{1,2}\//.test(specifier)) {
        const source = new URL(withEnding(specifier), context.parentURL);
        if (existsSync(source)) return next(source.href, context);
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const { code, map } = transformed(filename);
      for (const name of [url, filename]) sourceMaps.set(name, map);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

/** `./x.js` is written for Node and `./x` for Vite; both mean `./x.ts`. */
function withEnding(specifier) {
  return specifier.replace(/(\.js)?(\?.*)?$/, (_ending, _js, query = '') => `.ts${query}`);
}

function isOurs(url) {
  return url !== undefined && /^file:.*\.ts(\?.*)?$/.test(url) && !url.includes('/node_modules/');
}
